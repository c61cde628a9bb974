import { tokensOf } from './keyword-tokens.ts';

/**
 * The one form of a keyword or phrase under which everything that finds the same episodes is
 * alike: its tokens joined by single spaces ("Tobi  Lütke!" → "tobi lutke"). Empty where the entry
 * has no letter or digit: such an entry matches nothing.
 */
export function normaliseKeyword(entry: string): string {
  return tokensOf(entry).join(' ');
}

/** The normal forms of the entries that match anything, each once. */
export function phrasesOf(keywords: readonly string[]): string[] {
  return [...new Set(keywords.map(normaliseKeyword).filter((phrase) => phrase !== ''))];
}

/**
 * The FTS5 expression for episodes that mention any of the entries, each as a phrase of whole words
 * within one of the indexed fields. Empty when no entry has a letter or digit; FTS5 must not be
 * asked then. Nothing a person types is ever syntax: between the quotes stand tokens alone.
 */
export function keywordExpression(keywords: readonly string[]): string {
  return phrasesOf(keywords)
    .map((phrase) => `"${phrase}"`)
    .join(' OR ');
}
