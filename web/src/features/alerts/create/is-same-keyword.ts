import { type AlertQuery, isExcluded, excludedTerms, wantedKey } from 'functions/contract';

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
