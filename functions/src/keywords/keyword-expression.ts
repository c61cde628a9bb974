import { tokensOf } from './keyword-tokens.ts';
import type { Leaf, QuestionPlan } from './question-plan.ts';

/**
 * The normal form of a keyword or phrase, equal for all entries that find the same episodes: its
 * tokens joined by single spaces ("Tobi Lütke!" → "tobi lutke"). Empty for an entry without letters
 * or digits, which matches nothing.
 */
export function normaliseKeyword(entry: string): string {
  return tokensOf(entry).join(' ');
}

/**
 * The FTS5 expression for the episodes that answer a question, each phrase within one indexed field;
 * none is looked for in what is said alone, which has an index of its own (`writtenPart`). Shows that are
 * excluded by their whole names are not: FTS5 cannot tell where a text ends.
 * What a person types never becomes syntax: only tokens stand between the quotes.
 */
export function questionExpression({ all, oneOf, not }: QuestionPlan): string {
  const choices = oneOf.map((alternatives) => anyOf(alternatives.map(allOf)));
  const wanted = joined([...all.map(leafExpression), ...choices], ' AND ');
  const excluded = not.filter(({ field }) => field !== 'show').map(leafExpression);
  return excluded.length === 0 ? wanted : `${wanted} NOT ${anyOf(excluded)}`;
}

/** The FTS5 expression for rows in which at least one of these stands, or a show's name begins with it; at least one. */
export function anyExpression(leaves: readonly Leaf[]): string {
  return anyOf(leaves.map(leafExpression));
}

function leafExpression({ words, beginning, field }: Leaf): string {
  const phrase = `"${words.join(' ')}"${beginning ? ' *' : ''}`;
  if (field === 'show') return `podcast : ^${phrase}`;
  return field === 'title' || field === 'podcast' ? `${field} : ${phrase}` : phrase;
}

function allOf(leaves: readonly Leaf[]): string {
  return joined(leaves.map(leafExpression), ' AND ');
}

function anyOf(expressions: readonly string[]): string {
  return joined(expressions, ' OR ');
}

function joined(expressions: readonly string[], operator: ' AND ' | ' OR '): string {
  return expressions.length === 1 ? (expressions[0] ?? '') : `(${expressions.join(operator)})`;
}
