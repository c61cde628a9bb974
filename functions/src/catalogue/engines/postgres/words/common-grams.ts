/**
 * The words that stand in nearly every text. PostgreSQL finds a phrase by fetching every episode that
 * holds all of its words, so two of these side by side are indexed as one word as well. Part of the
 * schema: a change needs a migration that writes all word vectors anew.
 */
export const COMMON_WORDS: readonly string[] = [
  ...['the', 'and', 'to', 'of', 'a', 'in', 'is', 'that', 'it', 'you'],
  ...['for', 'on', 'with', 'this', 'we', 'i', 'are', 'be', 'as', 'at'],
  ...['from', 'your', 'have', 'or', 'our', 'an', 's', 'about', 'by', 'will'],
];

const common = new Set(COMMON_WORDS);

export function isCommon(word: string): boolean {
  return common.has(word);
}

/** The one word that stands for two common words side by side; null for any others. */
export function gramOf(word: string, next: string | undefined): string | null {
  return next !== undefined && common.has(word) && common.has(next) ? `${word} ${next}` : null;
}
