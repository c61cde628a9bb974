import { factToken, wantedValue } from './facts.ts';
import { fieldOf, fieldSign, FILTERS, isFact, type QueryField } from './fields.ts';
import { type ParsedQuery, type QueryTerm, parseQuery } from './parse-query.ts';
import { formsOf, lastPart, type Phrase, queryWords, withoutBoundaries } from './query-words.ts';
import { HEAD_LETTERS } from './tokenize.ts';

export interface Term {
  /** At least one word, from {@link queryWords}. {@link formsOf} turns words into tokens. */
  words: readonly string[];
  /** True if the last word is a prefix, which has at least {@link HEAD_LETTERS} characters. */
  beginning: boolean;
  field: QueryField;
  /** Set only for terms in `not`. */
  whole?: true;
}

/** An episode must match all terms of `all`, one alternative of each list in `oneOf`, and no term of `not`. */
export interface QueryPlan {
  readonly all: readonly Term[];
  readonly oneOf: readonly (readonly (readonly Term[])[])[];
  readonly not: readonly Term[];
}

/** A plan that highlights nothing. */
export const NO_QUERY: QueryPlan = { all: [], oneOf: [], not: [] };

const plans = new WeakMap<ParsedQuery, { plan: QueryPlan | null }>();

/** Null if nothing can match. Plans a list of keywords once, as {@link parseQuery} parses it once. */
export function planQuery(keywords: readonly string[]): QueryPlan | null {
  const query = parseQuery(keywords);
  const known = plans.get(query) ?? { plan: planOf(query) };
  plans.set(query, known);
  return known.plan;
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

  const chosen: Term[] = [];
  const oneOf: Term[][][] = [];
  for (const choice of [alternatives, ...narrowed].map(distinctAlternatives).filter(isFilled)) {
    const [only, ...others] = choice;
    if (only !== undefined && others.length === 0) chosen.push(...only);
    else oneOf.push(choice);
  }
  const plan = { all: distinct([...chosen, ...required]), oneOf, not: distinct(excluded) };
  return wantedTerms(plan).some((term) => !isFact(term)) ? plan : null;
}

function termsOf({ text, field, beginning, whole }: QueryTerm): Term[] {
  const words = queryWords(text, whole);
  const last = words.at(-1);
  if (last === undefined) return [];
  const value = wantedValue(field, text);
  if (value !== null) return [{ words: [value], beginning: false, field }];
  const isLong = Array.from(lastPart(last)).length >= HEAD_LETTERS;
  return [{ words, beginning: beginning && isLong, field, ...(whole && { whole }) }];
}

function isFilled(list: readonly unknown[]): boolean {
  return list.length > 0;
}

export function isTranscriptTerm({ field }: Term): boolean {
  return fieldOf(field).text === 'said';
}

export function mayBeSpoken(term: Term): boolean {
  return isAnywhere(term) || isTranscriptTerm(term);
}

export function isAnywhere({ field }: Term): boolean {
  return field === 'text';
}

export function wantedTerms({ all, oneOf }: QueryPlan): Term[] {
  return [...all, ...oneOf.flat(2)];
}

/** Checks the wanted terms only; the caller checks `not`. */
export function matchesWanted(
  { all, oneOf }: QueryPlan,
  matches: (term: Term) => boolean,
): boolean {
  return (
    all.every(matches) &&
    oneOf.every((alternatives) => alternatives.some((terms) => terms.every(matches)))
  );
}

const phraseCache = new WeakMap<Term, readonly Phrase[]>();

/** Every text that matches the term contains one of these phrases. */
export function termPhrases(term: Term): readonly Phrase[] {
  let phrases = phraseCache.get(term);
  if (phrases === undefined) phraseCache.set(term, (phrases = phrasesOfTerm(term)));
  return phrases;
}

function phrasesOfTerm(term: Term): readonly Phrase[] {
  if (!isFact(term)) return formsOf(term.words, term);
  const [value = ''] = term.words;
  return [{ tokens: [factToken(term.field, value)], beginning: false }];
}

/** Returns the same key for terms that match the same episodes. */
export function termKey({ words, beginning, field, whole }: Term): string {
  return `${whole ? '=' : ''}${fieldSign(field)}"${words.join(' ')}"${beginning ? '*' : ''}`;
}

function distinct(terms: readonly Term[]): Term[] {
  if (terms.length < 2) return [...terms];
  return distinctBy(terms, termKey);
}

/** Ignores boundaries within words, because the normal form did so before. Of two, the one with boundaries finds more. */
function distinctBy<T>(list: readonly T[], keyOf: (of: T) => string): T[] {
  const known = new Map<string, T>();
  for (const each of list) {
    const key = keyOf(each);
    const plain = withoutBoundaries(key);
    if (key !== plain || !known.has(plain)) known.set(plain, each);
  }
  return [...known.values()];
}

function distinctAlternatives(alternatives: readonly Term[][]): Term[][] {
  if (alternatives.length < 2) return alternatives.map(distinct);
  const keyOf = (terms: readonly Term[]) => terms.map(termKey).sort().join(' ');
  return distinctBy(alternatives.map(distinct), keyOf);
}

/** Phrases to highlight outside transcripts. A final `*` marks a prefix. */
export function wantedPhrases(plan: QueryPlan): string[] {
  return phrasesOf(wantedTerms(plan).filter(isAnywhere));
}

export function wantedSpoken(plan: QueryPlan): string[] {
  return phrasesOf(wantedTerms(plan).filter(mayBeSpoken));
}

function phrasesOf(terms: readonly Term[]): string[] {
  return [...new Set(terms.map(termPhrase))];
}

export function termPhrase({ words, beginning }: Term): string {
  return words.join(' ') + (beginning ? '*' : '');
}

/** Phrases of a query without operators (`openai, sam altman`); null for other queries. */
export function plainPhrases({ all, oneOf, not }: QueryPlan): string[] | null {
  if (not.length > 0 || all.length + oneOf.length > 1) return null;
  const [choice = []] = [...all.map((term) => [[term]]), ...oneOf];
  const terms = choice.flat();
  const isPlain = ({ field, beginning }: Term) => field === 'text' && !beginning;
  if (terms.length > choice.length || !terms.every(isPlain)) return null;
  return terms.map(({ words }) => words.join(' '));
}

/** The plan for an episode without a transcript; null if a `spoken:` term is required. */
export function withoutTranscriptTerms({ all, oneOf, not }: QueryPlan): QueryPlan | null {
  const choices = oneOf.map((alternatives) =>
    alternatives.filter((terms) => !terms.some(isTranscriptTerm)),
  );
  if (all.some(isTranscriptTerm) || choices.some(({ length }) => length === 0)) return null;
  return { all, oneOf: choices, not: not.filter((term) => !isTranscriptTerm(term)) };
}

/** Every match contains one of the returned `spoken:` terms. Empty if titles or notes can match without one. */
export function requiredTranscriptTerms({ all, oneOf }: QueryPlan): Term[] {
  const choices = [...all.map((term) => [[term]]), ...oneOf];
  const said = choices.find((alternatives) =>
    alternatives.every((terms) => terms.some(isTranscriptTerm)),
  );
  return (said ?? []).flatMap((terms) => terms.filter(isTranscriptTerm).slice(0, 1));
}

/** True if every alternative is a single `spoken:` term. */
export function isTranscriptQuery({ all, oneOf, not }: QueryPlan): boolean {
  if (not.length > 0 || all.length + oneOf.length !== 1) return false;
  const alternatives = [...all.map((term) => [term]), ...oneOf.flat()];
  return alternatives.every(
    ([term, ...others]) => term && isTranscriptTerm(term) && others.length === 0,
  );
}
