import { countWords, MAX_KEYWORD_LENGTH, MAX_PHRASE_WORDS } from 'functions/contract';

/** Why a keyword cannot be added to the alerts a person has, or null; blank ones cannot be sent at all. */
export function keywordProblem(keyword: string, existing: readonly string[]): string | null {
  const wanted = keyword.trim().toLowerCase();
  if (existing.some((known) => known.toLowerCase() === wanted)) {
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
