import { type AlertQuery, wantedKey } from './alert-query.ts';
import { excludedTerms, isExcluded } from './exclude-term.ts';
import { normalizeKeyword } from './normalize-query.ts';
import { hasQuerySyntax } from './parse-query.ts';
import { plainWords } from './query-words.ts';

/** True for keywords that differ in case and surrounding space only, and for spellings of the same words. */
export function isSameKeyword(one: string, other: string): boolean {
  if (one.trim().toLowerCase() === other.trim().toLowerCase()) return true;
  if (hasQuerySyntax(one) || hasQuerySyntax(other)) return false;
  const words = normalizeKeyword(one);
  return words !== '' && words === normalizeKeyword(other);
}

/**
 * True if an alert for the keyword is there already: one with this keyword, or one that looks for
 * the same and leaves out at least as much.
 */
export function isSameAlert(alert: AlertQuery, keyword: string): boolean {
  if (isSameKeyword(alert.keyword, keyword)) return true;
  const wanted: AlertQuery = { keyword, language: 1 };
  return (
    wantedKey(alert) === wantedKey(wanted) &&
    excludedTerms(wanted).every((term) => isExcluded(alert, term))
  );
}

/** A text for comparison: its words without case, accents and joints, or a text of signs alone as typed. */
export function foldedWords(text: string): string {
  return plainWords(normalizeKeyword(text)) || text.toLowerCase();
}
