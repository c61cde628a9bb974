import {
  isAnywhere,
  isTranscriptTerm,
  type Term,
  type QueryPlan,
} from '../../../../query/plan-query.ts';
import { gramOf, isCommon, quoted } from './word-vector.ts';

/**
 * The `tsquery` for the episodes that answer a query, by words alone: a vector does not tell which
 * text a word stands in. What must stand in one of them need only stand somewhere; what must not is
 * not looked at. Of a query that asks for nothing in what is said alone (`withoutTranscriptTerms`).
 */
export function wordQuery({ all, oneOf, not }: QueryPlan): string {
  const choices = oneOf.map((alternatives) => {
    const each = alternatives.map((terms) => terms.map(termQuery).join(' & '));
    return `(${each.join(' | ')})`;
  });
  const excluded = not.filter(isAnywhere).map((term) => `!(${termQuery(term)})`);
  return [...all.map(termQuery), ...choices, ...excluded].join(' & ');
}

/** The `tsquery` for vectors in which at least one of the terms stands; at least one. */
export function anyWordQuery(terms: readonly Term[]): string {
  return terms.map(termQuery).join(' | ');
}

/** Whether a query is answered by nearly every episode, as far as its words tell. */
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

/**
 * The `tsquery` for a phrase. Two common words side by side are looked for as the one word they are
 * indexed as.
 */
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
