import type { QuestionTerm } from './read-question.ts';

/** What is one word without quotes, too, and no operator. */
const PLAIN = /^(?!(?:AND|OR)$)[\p{L}\p{N}][^\s:*]*$/u;

/** A star that would say at the end that the word goes on. */
const LAST_STAR = /(?<=[^\s*])[\s*]+$/;

/** A term as it would be typed, without a sign before it: `openai`, `"sam altman"`, `show:"Hard Fork"`, `crypto*`. */
export function writeTerm({ text, field, beginning }: QuestionTerm): string {
  const words = text
    .replace(/["“”„]/g, ' ')
    .trim()
    .replace(LAST_STAR, '');
  const value = PLAIN.test(words) ? words : `"${words}"`;
  return `${field === 'text' ? '' : `${field}:`}${value}${beginning ? '*' : ''}`;
}
