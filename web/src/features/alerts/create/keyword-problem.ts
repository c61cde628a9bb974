import {
  type AlertQuery,
  countWords,
  excludedTerms,
  isExcluded,
  MAX_KEYWORD_LENGTH,
  MAX_PHRASE_WORDS,
  wantedKey,
} from 'functions/contract';

/** Whether two keywords would be the same alert to a person: case and blanks around make no difference. */
export function isSameKeyword(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/**
 * Whether a person who wants an alert for a keyword has it already: one with this
 * keyword, or one that looks for the same and leaves out at least as much.
 */
export function isSameAlert(alert: AlertQuery, keyword: string): boolean {
  if (isSameKeyword(alert.keyword, keyword)) return true;
  const wanted: AlertQuery = { keyword, language: 1 };
  return (
    wantedKey(alert) === wantedKey(wanted) &&
    excludedTerms(wanted).every((term) => isExcluded(alert, term))
  );
}

/** Why a keyword cannot be added to a person's alerts, or null. The form does not send blank ones. */
export function keywordProblem(keyword: string, existing: readonly AlertQuery[]): string | null {
  if (existing.some((alert) => isSameAlert(alert, keyword))) {
    return 'You already have an alert for this keyword';
  }
  if (keyword.trim().length > MAX_KEYWORD_LENGTH) {
    return `A keyword or phrase can have at most ${MAX_KEYWORD_LENGTH} characters`;
  }
  if (countWords(keyword) > MAX_PHRASE_WORDS) {
    return `A keyword or phrase can have at most ${MAX_PHRASE_WORDS} words`;
  }
  return null;
}
