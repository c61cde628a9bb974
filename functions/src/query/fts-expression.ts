import { fieldOf } from './fields.ts';
import type { Term, QueryPlan } from './plan-query.ts';

/**
 * Symbols that FTS5 (Unicode 6.1) takes for letters: emoji, direction marks, currencies. As
 * separators, they do not stick to words ("🤖AI").
 */
const NEWER_SIGNS: readonly (readonly [first: number, last: number])[] = [
  [0x2066, 0x2069],
  [0x20ba, 0x20cf],
  [0x1f000, 0x1f0ff],
  [0x1f10d, 0x1faff],
];

function separators(): string {
  const signs: number[] = [];
  for (const [first, last] of NEWER_SIGNS) {
    for (let sign = first; sign <= last; sign += 1) signs.push(sign);
  }
  return String.fromCodePoint(...signs);
}

/**
 * The tokenizer of the index. A change needs a new schema version and token table (`npx tsx
 * tools/commands/make-token-table.ts`).
 */
export const FTS_TOKENIZER = `unicode61 remove_diacritics 2 separators '${separators()}'`;

/**
 * FTS5's MATCH expression of a plan {@link withoutTranscriptTerms}. Excluded `whole` terms are
 * omitted: FTS5 cannot match the end of a text.
 */
export function queryExpression({ all, oneOf, not }: QueryPlan): string {
  const choices = oneOf.map((alternatives) => anyOf(alternatives.map(allOf)));
  const wanted = joined([...all.map(termExpression), ...choices], ' AND ');
  const excluded = not.filter(({ whole }) => !whole).map(termExpression);
  return excluded.length === 0 ? wanted : `${wanted} NOT ${anyOf(excluded)}`;
}

/** Matches any of the terms. `whole` terms match as the start of the text. */
export function anyExpression(terms: readonly Term[]): string {
  return anyOf(terms.map(termExpression));
}

function termExpression({ words, beginning, field, whole }: Term): string {
  const phrase = `"${words.join(' ')}"${beginning ? ' *' : ''}`;
  const { text } = fieldOf(field);
  return text === null || text === 'said' ? phrase : `${text} : ${whole ? '^' : ''}${phrase}`;
}

function allOf(terms: readonly Term[]): string {
  return joined(terms.map(termExpression), ' AND ');
}

function anyOf(expressions: readonly string[]): string {
  return joined(expressions, ' OR ');
}

function joined(expressions: readonly string[], operator: ' AND ' | ' OR '): string {
  return expressions.length === 1 ? (expressions[0] ?? '') : `(${expressions.join(operator)})`;
}
