import { fieldOf } from './fields.ts';
import { tokensOf } from './tokenize.ts';
import type { Term, QueryPlan } from './plan-query.ts';

/**
 * The normal form of a keyword or phrase, equal for all entries that find the same episodes: its
 * tokens joined by single spaces ("Tobi Lütke!" → "tobi lutke"). Empty for an entry without letters
 * or digits, which matches nothing.
 */
export function normalizeKeyword(entry: string): string {
  return tokensOf(entry).join(' ');
}

/**
 * The FTS5 expression for the episodes that answer a query, each phrase within one indexed field;
 * none is looked for in what is said alone, which has an index of its own (`withoutTranscriptTerms`). Shows that are
 * excluded by their whole names are not: FTS5 cannot tell where a text ends.
 * What a person types never becomes syntax: only tokens stand between the quotes.
 */
export function queryExpression({ all, oneOf, not }: QueryPlan): string {
  const choices = oneOf.map((alternatives) => anyOf(alternatives.map(allOf)));
  const wanted = joined([...all.map(termExpression), ...choices], ' AND ');
  const excluded = not.filter(({ whole }) => !whole).map(termExpression);
  return excluded.length === 0 ? wanted : `${wanted} NOT ${anyOf(excluded)}`;
}

/** The FTS5 expression for rows in which at least one of these stands, or a show's name begins with it; at least one. */
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
