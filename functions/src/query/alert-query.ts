import type { NewAlert } from '../contract/people/alert.ts';
import { MAX_KEYWORD_LENGTH } from '../contract/episodes/search-limits.ts';
import { hasQuerySyntax } from './parse-query.ts';

/** What an alert asks for: its keyword, the language it is written in, and whether transcripts count. */
export type AlertQuery = Pick<NewAlert, 'keyword'> & {
  language?: number | undefined;
  spoken?: boolean | undefined;
};

/**
 * The query that finds what an alert reports. A keyword from before the language is words side by side,
 * whatever signs it holds: it becomes a phrase, or its bare words where quotes would make it too long.
 */
export function queryOfAlert({ keyword, language }: AlertQuery): string {
  if (language === 1 || !hasQuerySyntax(keyword)) return keyword;
  const phrase = `"${keyword.replace(/["“”„*]/g, ' ')}"`;
  return phrase.length <= MAX_KEYWORD_LENGTH ? phrase : bareWords(keyword);
}

/**
 * The same for the search field, which a comma would divide. A semicolon is as little a word, a space or a
 * sign of the language as a comma in an alert.
 */
export function searchTextOfAlert(alert: AlertQuery): string {
  return queryOfAlert(alert).replaceAll(',', ';');
}

/** The words of a text, of which none is a sign or an operator. */
function bareWords(text: string): string {
  const words = text.match(/[\p{L}\p{M}\p{N}\p{Co}]+/gu) ?? [];
  return words.map((word) => (/^(AND|OR)$/.test(word) ? word.toLowerCase() : word)).join(' ');
}
