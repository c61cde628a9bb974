import type { QuestionTerm } from './read-question.ts';

/** What is one word without quotes, too, and no operator. */
const PLAIN = /^(?!(?:AND|OR)$)[\p{L}\p{N}][^\s:*]*$/u;

/** A term as it would be typed, without a sign before it: `openai`, `"sam altman"`, `show:"Hard Fork"`, `crypto*`. */
export function writeTerm({ text, field, beginning }: QuestionTerm): string {
  const words = text.replace(/["“”„]/g, ' ').trim();
  const value = PLAIN.test(words) ? words : `"${words}"`;
  return `${field === 'text' ? '' : `${field}:`}${value}${beginning ? '*' : ''}`;
}
