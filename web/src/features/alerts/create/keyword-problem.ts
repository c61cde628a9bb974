import {
  asTyped,
  type AlertQuery,
  countWords,
  EMPTY_QUERY,
  isEmptyQuery,
  isSameAlert,
  MAX_KEYWORD_LENGTH,
  MAX_PHRASE_WORDS,
} from 'functions/contract';

export { isSameAlert, isSameKeyword } from 'functions/contract';

/** Explains why a keyword cannot become a new alert, or returns null. Forms must not send blank keywords. */
export function keywordProblem(keyword: string, existing: readonly AlertQuery[]): string | null {
  if (existing.some((alert) => isSameAlert(alert, keyword))) {
    return 'You already have an alert for this keyword';
  }
  if (isEmptyQuery(asTyped(keyword))) return EMPTY_QUERY;
  if (keyword.trim().length > MAX_KEYWORD_LENGTH) {
    return `A keyword or phrase can have at most ${MAX_KEYWORD_LENGTH} characters`;
  }
  if (countWords(keyword) > MAX_PHRASE_WORDS) {
    return `A keyword or phrase can have at most ${MAX_PHRASE_WORDS} words`;
  }
  return null;
}
