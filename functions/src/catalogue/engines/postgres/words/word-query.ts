import {
  isAnywhere,
  isTranscriptTerm,
  type Term,
  type QueryPlan,
} from '../../../../query/plan-query.ts';
import { gramOf, isCommon, quoted } from './word-vector.ts';

/**
 * A `tsquery` with a superset of the matches: vectors do not tell fields apart, so exclusions by
 * field are omitted. For plans {@link withoutTranscriptTerms}.
 */
export function wordQuery({ all, oneOf, not }: QueryPlan): string {
  const choices = oneOf.map((alternatives) => {
    const each = alternatives.map((terms) => terms.map(termQuery).join(' & '));
    return `(${each.join(' | ')})`;
  });
  const excluded = not.filter(isAnywhere).map((term) => `!(${termQuery(term)})`);
  return [...all.map(termQuery), ...choices, ...excluded].join(' & ');
}

export function anyWordQuery(terms: readonly Term[]): string {
  return terms.map(termQuery).join(' | ');
}

/** True if almost every episode matches by its words. */
export function isCommonQuery({ all, oneOf }: QueryPlan): boolean {
  const isCommonTerm = (term: Term) => {
    const {
      words: [word = '', ...others],
      beginning,
    } = term;
    return others.length === 0 && !beginning && !isTranscriptTerm(term) && isCommon(word);
  };
  return (
    all.every(isCommonTerm) &&
    oneOf.every((alternatives) => alternatives.some((terms) => terms.every(isCommonTerm)))
  );
}

/** A `tsquery` for a phrase; adjacent common words are one lexeme ({@link gramOf}). */
export function termQuery({ words, beginning }: Term): string {
  let query = '';
  let last = 0;
  let covered = false;
  words.forEach((word, at) => {
    const begins = (index: number) => beginning && index === words.length - 1;
    const gram = begins(at + 1) ? null : gramOf(word, words[at + 1]);
    if (gram !== null || !covered) {
      query += `${query === '' ? '' : ` <${at - last}> `}${quoted(gram ?? word)}${begins(at) ? ':*' : ''}`;
      last = at;
    }
    covered = gram !== null;
  });
  return query;
}
