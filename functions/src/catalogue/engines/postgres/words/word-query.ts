import {
  isTranscriptTerm,
  matchesPlan,
  type QueryPlan,
  type Term,
  termPhrases,
  wantedPlan,
} from '../../../../query/query-plan.ts';
import type { Phrase } from '../../../../query/query-words.ts';
import { gramOf, isCommon, quoted, weightsOf, wholeName } from './word-vector.ts';

/**
 * Returns the `tsquery` of the plan. Decides on one vector, so that the caller must correct the result for episodes with
 * several. The plan must come from {@link withoutTranscriptTerms}.
 */
export function wordQuery({ all, oneOf, not, without }: QueryPlan): string {
  const inner = (plan: QueryPlan) => `(${wordQuery(plan)})`;
  return [
    ...all.map(termQuery),
    ...oneOf.map((alternatives) => `(${alternatives.map(inner).join(' | ')})`),
    ...not.map((term) => `!${termQuery(term)}`),
    ...without.map((plan) => `!${inner(plan)}`),
  ].join(' & ');
}

export function anyWordQuery(terms: readonly Term[]): string {
  return terms.map(termQuery).join(' | ');
}

/** True if common words satisfy the query, so that almost every episode matches. */
export function isCommonQuery(plan: QueryPlan): boolean {
  return matchesPlan(wantedPlan(plan), (term) => {
    if (isTranscriptTerm(term)) return false;
    return termPhrases(term).some(({ tokens: [token = '', ...others], beginning }) => {
      return others.length === 0 && !beginning && isCommon(token);
    });
  });
}

export function termQuery(term: Term): string {
  const weights = weightsOf(term);
  const queries = termPhrases(term).map((phrase) =>
    term.whole ? quoted(wholeName(phrase.tokens)) : phraseQuery(phrase, weights),
  );
  return `(${queries.join(' | ')})`;
}

/** Two adjacent common words are one lexeme ({@link gramOf}). */
function phraseQuery({ tokens, beginning }: Phrase, weights: string): string {
  let query = '';
  let last = 0;
  let covered = false;
  tokens.forEach((word, at) => {
    const begins = (index: number) => beginning && index === tokens.length - 1;
    const gram = begins(at + 1) ? null : gramOf(word, tokens[at + 1]);
    if (gram !== null || !covered) {
      const label = `${begins(at) ? '*' : ''}${weights}`;
      if (query !== '') query += ` <${at - last}> `;
      query += `${quoted(gram ?? word)}${label === '' ? '' : `:${label}`}`;
      last = at;
    }
    covered = gram !== null;
  });
  return query;
}
