import { tokensOf } from './keyword-tokens.ts';

/**
 * The normal form of a keyword or phrase, equal for all entries that find the same episodes: its
 * tokens joined by single spaces ("Tobi Lütke!" → "tobi lutke"). Empty for an entry without letters
 * or digits, which matches nothing.
 */
export function normaliseKeyword(entry: string): string {
  return tokensOf(entry).join(' ');
}

/** The normal forms of the entries that can match, each once. */
export function phrasesOf(keywords: readonly string[]): string[] {
  return [...new Set(keywords.map(normaliseKeyword).filter((phrase) => phrase !== ''))];
}

/**
 * The FTS5 expression for episodes that mention any of the entries, each as a phrase of whole words
 * within one indexed field. Empty when no entry has a letter or digit; do not ask FTS5 then. What a
 * person types never becomes syntax: only tokens stand between the quotes.
 */
export function keywordExpression(keywords: readonly string[]): string {
  return phrasesOf(keywords)
    .map((phrase) => `"${phrase}"`)
    .join(' OR ');
}
