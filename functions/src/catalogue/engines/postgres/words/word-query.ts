import { isMarked } from '../../../../query/fields.ts';
import {
  isInAnyText,
  isTranscriptTerm,
  matchesPlan,
  type QueryPlan,
  type Term,
  termPhrases,
  wantedPlan,
} from '../../../../query/query-plan.ts';
import type { Phrase } from '../../../../query/query-words.ts';
import { BESIDES_NAMES, gramOf, isCommon, quoted } from './word-vector.ts';

/**
 * Returns a `tsquery` that finds all matches, and perhaps more. Vectors do not distinguish fields, so it omits terms
 * that are excluded from a single field, such as the title, and all exclusions within brackets, because an episode may
 * have several vectors. The plan must come from {@link withoutTranscriptTerms}.
 */
export function wordQuery({ all, oneOf, not }: QueryPlan): string {
  const choices = oneOf.map((alternatives) => {
    const each = alternatives.map((plan) => wordQuery(wantedPlan(plan)));
    return `(${each.join(' | ')})`;
  });
  const excluded = not
    .filter((term) => isInAnyText(term) || isMarked(term))
    .map((term) => `!(${termQuery(term)})`);
  return [...all.map(termQuery), ...choices, ...excluded].join(' & ');
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
  const weights = term.outsideNames ? BESIDES_NAMES : '';
  const [only = '', ...others] = termPhrases(term).map((phrase) => phraseQuery(phrase, weights));
  return others.length === 0 ? only : `(${[only, ...others].join(' | ')})`;
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
