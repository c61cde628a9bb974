import { asTyped, type AlertQuery, wantedKey } from './alert-query.ts';
import { excludedTerms, isExcluded } from './exclude-term.ts';
import { normalizeKeyword } from './normalize-query.ts';
import { hasQuerySyntax } from './parse-query.ts';
import { plainWords, withoutBoundaries } from './query-words.ts';
import { withSameLetters } from './same-letters.ts';

/** Ignores case, surrounding space, and other spellings of the same words. */
export function isSameKeyword(one: string, other: string): boolean {
  if (one.trim().toLowerCase() === other.trim().toLowerCase()) return true;
  if (hasQuerySyntax(one) || hasQuerySyntax(other)) return false;
  const words = comparedWords(one);
  return words !== '' && words === comparedWords(other);
}

function comparedWords(text: string): string {
  return withSameLetters(withoutBoundaries(normalizeKeyword(text)));
}

/** True if the alert has this keyword, or the same wanted terms and at least the same exclusions. */
export function isSameAlert(alert: AlertQuery, keyword: string): boolean {
  if (isSameKeyword(alert.keyword, keyword)) return true;
  const wanted = asTyped(keyword);
  return (
    wantedKey(alert) === wantedKey(wanted) &&
    excludedTerms(wanted).every((term) => isExcluded(alert, term))
  );
}

/** Returns the words without case, accents and hyphens, or, if there are no words, the text in lower case. */
export function foldedWords(text: string): string {
  return plainWords(normalizeKeyword(text)) || text.toLowerCase();
}
