import { fieldSign, isFilter } from './fields.ts';
import type { QueryTerm } from './parse-query.ts';

/** What is one word without quotes, too, and no operator. */
const PLAIN = /^(?!(?:AND|OR)$)[\p{L}\p{N}][^\s:*]*$/u;

/** One word behind a field. An excluded show means less in quotes, so it has them only if it had them. */
const PLAIN_NAME = /^(?![+-])\S*[\p{L}\p{M}\p{N}\p{Co}]\S*$/u;

/** A star that would say at the end that the word goes on. */
const LAST_STAR = /(?<=[^\s*])[\s*]+$/;

/** A term as it would be typed, without a sign before it: `openai`, `"sam altman"`, `show:"Hard Fork"`, `crypto*`. */
export function formatTerm({ text, field, beginning, whole }: QueryTerm): string {
  const words = text
    .replace(/["“”„]/g, ' ')
    .trim()
    .replace(LAST_STAR, '');
  const isPlain = !whole && (PLAIN.test(words) || (isFilter({ field }) && PLAIN_NAME.test(words)));
  const value = isPlain ? words : `"${words}"`;
  return `${fieldSign(field)}${value}${beginning ? '*' : ''}`;
}
