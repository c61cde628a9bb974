import { isTranscriptTerm, type Term, type QueryPlan } from './plan-query.ts';

/**
 * The query for an episode without a transcript: without terms that can only be said. Null if
 * something must be said.
 */
export function withoutTranscriptTerms({ all, oneOf, not }: QueryPlan): QueryPlan | null {
  const choices = oneOf.map((alternatives) =>
    alternatives.filter((terms) => !terms.some(isTranscriptTerm)),
  );
  if (all.some(isTranscriptTerm) || choices.some(({ length }) => length === 0)) return null;
  return { all, oneOf: choices, not: not.filter((term) => !isTranscriptTerm(term)) };
}

/**
 * Terms, one of which is said in every episode that answers the query; none if written texts alone can
 * answer it.
 */
export function requiredTranscriptTerms({ all, oneOf }: QueryPlan): Term[] {
  const choices = [...all.map((term) => [[term]]), ...oneOf];
  const said = choices.find((alternatives) =>
    alternatives.every((terms) => terms.some(isTranscriptTerm)),
  );
  return (said ?? []).flatMap((terms) => terms.filter(isTranscriptTerm).slice(0, 1));
}

/** Whether a query asks only that one of some phrases is said. */
export function isTranscriptQuery({ all, oneOf, not }: QueryPlan): boolean {
  if (not.length > 0 || all.length + oneOf.length !== 1) return false;
  const alternatives = [...all.map((term) => [term]), ...oneOf.flat()];
  return alternatives.every(
    ([term, ...others]) => term && isTranscriptTerm(term) && others.length === 0,
  );
}
