import { fieldOf, fieldSign, FILTERS, type QueryField } from './fields.ts';
import { type ParsedQuery, type QueryTerm, parseQuery } from './parse-query.ts';
import { HEAD_LETTERS, tokensOf } from './tokenize.ts';

/** Words, as the index has them, that stand side by side in one text. At least one. */
export interface Term {
  words: readonly string[];
  /** Whether the last word is the beginning of one, of three letters or digits at least. */
  beginning: boolean;
  field: QueryField;
  /** All of the text must be these words; of excluded filters. */
  whole?: true;
}

/**
 * What an episode must hold to be found: each term of `all`, for each list of `oneOf` the terms of
 * at least one of its alternatives, and none of `not`. There is something in `all` or `oneOf`.
 */
export interface QueryPlan {
  all: Term[];
  oneOf: Term[][][];
  not: Term[];
}

/** How the query that keywords ask together is answered; null where it can find nothing. */
export function planQuery(keywords: readonly string[]): QueryPlan | null {
  return planOf(parseQuery(keywords));
}

function planOf({ any, all, not, filters }: ParsedQuery): QueryPlan | null {
  const required = all.flatMap(termsOf);
  const excluded = not.flatMap(termsOf);
  const alternatives = any.map((terms) => terms.flatMap(termsOf)).filter(isFilled);
  const narrowed = FILTERS.map((name) =>
    filters
      .filter(({ field }) => field === name)
      .flatMap(termsOf)
      .map((term) => [term]),
  );

  const plan: QueryPlan = { all: [], oneOf: [], not: distinct(excluded) };
  for (const choice of [alternatives, ...narrowed].map(distinctAlternatives).filter(isFilled)) {
    const [only, ...others] = choice;
    if (only !== undefined && others.length === 0) plan.all.push(...only);
    else plan.oneOf.push(choice);
  }
  plan.all = distinct([...plan.all, ...required]);
  return isFilled(plan.all) || isFilled(plan.oneOf) ? plan : null;
}

/** None for a term without anything that the index takes for a word. */
function termsOf({ text, field, beginning, whole }: QueryTerm): Term[] {
  const words = tokensOf(text);
  const last = words.at(-1);
  if (last === undefined) return [];
  const isLong = Array.from(last).length >= HEAD_LETTERS;
  return [{ words, beginning: beginning && isLong, field, ...(whole && { whole }) }];
}

function isFilled(list: readonly unknown[]): boolean {
  return list.length > 0;
}

/** Whether a term is looked for in the transcript only. */
export function isTranscriptTerm({ field }: Term): boolean {
  return fieldOf(field).text === 'said';
}

/** Whether a term can stand in a transcript. */
export function mayBeSpoken(term: Term): boolean {
  return isAnywhere(term) || isTranscriptTerm(term);
}

/** Whether a term can stand in any text. */
export function isAnywhere({ field }: Term): boolean {
  return field === 'text';
}

/** The terms that a query asks for, without those it excludes. */
export function wantedTerms({ all, oneOf }: QueryPlan): Term[] {
  return [...all, ...oneOf.flat(2)];
}

/** A term's whole words: the last one does not count if only its beginning is given. */
export function wholeWords({ words, beginning }: Term): readonly string[] {
  return beginning ? words.slice(0, -1) : words;
}

/** Which words are looked for and where; the same for terms that stand in the same episodes. */
export function termKey({ words, beginning, field, whole }: Term): string {
  return `${whole ? '=' : ''}${fieldSign(field)}"${words.join(' ')}"${beginning ? '*' : ''}`;
}

function distinct(terms: readonly Term[]): Term[] {
  if (terms.length < 2) return [...terms];
  return [...new Map(terms.map((term) => [termKey(term), term])).values()];
}

function distinctAlternatives(alternatives: readonly Term[][]): Term[][] {
  if (alternatives.length < 2) return alternatives.map(distinct);
  const keyed = alternatives.map((terms) => {
    const each = distinct(terms);
    return [each.map(termKey).sort().join(' '), each] as const;
  });
  return [...new Map(keyed).values()];
}

/**
 * The phrases that are asked for in all texts, to be marked where they stand; with a star behind one
 * whose last word is the beginning of one.
 */
export function wantedPhrases(plan: QueryPlan): string[] {
  return phrasesOf(wantedTerms(plan).filter(isAnywhere));
}

/** The same for transcripts, with the phrases that are asked for there only. */
export function wantedSpoken(plan: QueryPlan): string[] {
  return phrasesOf(wantedTerms(plan).filter(mayBeSpoken));
}

function phrasesOf(terms: readonly Term[]): string[] {
  return [...new Set(terms.map(termPhrase))];
}

/** A term's words, with a star behind them if the last one is the beginning of one. */
export function termPhrase({ words, beginning }: Term): string {
  return words.join(' ') + (beginning ? '*' : '');
}

/**
 * Phrases of which at least one stands in every episode that answers the query: the longest that is
 * required, or else of each alternative the longest. The beginning of a word counts as one.
 */
export function coveringPhrases({ all, oneOf }: QueryPlan): string[] {
  const [choice = []] = all.length > 0 ? [[all]] : oneOf;
  const phrases = choice.map((terms) => {
    const lengths = terms.map(({ words }) => words.length);
    return terms[lengths.indexOf(Math.max(...lengths))]?.words.join(' ') ?? '';
  });
  return [...new Set(phrases)];
}

/** The phrases of a query that asks for one of them, in any text, and for nothing else; else null. */
export function plainPhrases({ all, oneOf, not }: QueryPlan): string[] | null {
  if (not.length > 0 || all.length + oneOf.length > 1) return null;
  const [choice = []] = [...all.map((term) => [[term]]), ...oneOf];
  const terms = choice.flat();
  const isPlain = ({ field, beginning }: Term) => field === 'text' && !beginning;
  if (terms.length > choice.length || !terms.every(isPlain)) return null;
  return terms.map(({ words }) => words.join(' '));
}
