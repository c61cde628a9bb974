import { fieldOf, isMarked, NAME_TEXTS } from './fields.ts';
import { anywhere, type QueryPlan, type Term, termPhrases } from './query-plan.ts';

/** Splits the result of `foldedText`. A change of tokens needs a new schema version. */
export const FTS_TOKENIZER = 'ascii';

/**
 * FTS5 MATCH expression. Expects a plan {@link withoutTranscriptTerms}, because a `spoken:` term matches any text
 * here. Omits excluded `whole` terms: FTS5 cannot match the end of a text.
 */
export function queryExpression({ all, oneOf, not, without }: QueryPlan): string {
  const choices = oneOf.map((alternatives) => anyOf(alternatives.map(innerExpression)));
  const wanted = joined([...all.map(termExpression), ...choices], ' AND ');
  const excluded = [
    ...not.filter(({ whole }) => !whole).map(termExpression),
    ...without.map(innerExpression),
  ];
  return excluded.length === 0 ? wanted : `${wanted} NOT ${anyOf(excluded)}`;
}

function innerExpression(plan: QueryPlan): string {
  const expression = queryExpression(plan);
  return plan.not.length + plan.without.length === 0 ? expression : `(${expression})`;
}

/** A `whole` term matches any text that starts with it. */
export function anyExpression(terms: readonly Term[]): string {
  return anyOf(terms.map(termExpression));
}

/** Like {@link anyExpression}, for the index of transcripts, which have no fields. */
export function spokenExpression(terms: readonly Term[]): string {
  return anyExpression(terms.map(anywhere));
}

const OUTSIDE_NAMES = `- {${NAME_TEXTS.join(' ')}}`;

function termExpression(term: Term): string {
  const { field, whole, outsideNames } = term;
  const { text } = fieldOf(field);
  const phrases = termPhrases(term).map(
    ({ tokens, beginning }) => `${whole ? '^' : ''}"${tokens.join(' ')}"${beginning ? ' *' : ''}`,
  );
  const isAnyText = text === null || text === 'said' || isMarked(term);
  if (outsideNames) return `${OUTSIDE_NAMES} : ${anyOf(phrases)}`;
  return isAnyText ? anyOf(phrases) : `${text} : ${anyOf(phrases)}`;
}

function anyOf(expressions: readonly string[]): string {
  return joined(expressions, ' OR ');
}

function joined(expressions: readonly string[], operator: ' AND ' | ' OR '): string {
  return expressions.length === 1 ? (expressions[0] ?? '') : `(${expressions.join(operator)})`;
}
