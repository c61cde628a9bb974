import { factToken, markedPhrase } from './facts.ts';
import { fieldOf, isFact, isMarked, type QueryField } from './fields.ts';
import { formsOf, type Phrase } from './query-words.ts';
import { nameToken } from './name-tokens.ts';

export interface Term {
  /** At least one word, from {@link queryWords}. {@link formsOf} turns words into tokens. */
  words: readonly string[];
  /** True if the last word is a prefix, which has at least {@link HEAD_LETTERS} characters. */
  beginning: boolean;
  field: QueryField;
  /** Set only for terms in `not`. */
  whole?: true;
  /** True if a match in the name of the show or its publisher does not count. Set only by `alertPlan`. */
  outsideNames?: true;
  /** As typed, for sentences. */
  text: string;
}

/**
 * An episode must match all terms of `all`, one alternative of each list in `oneOf`, no term of `not` and no plan of
 * `without`. Each alternative and each plan of `without` wants at least one term.
 */
export interface QueryPlan {
  readonly all: readonly Term[];
  readonly oneOf: readonly Choice[];
  readonly not: readonly Term[];
  readonly without: readonly QueryPlan[];
}

/** Alternatives. */
export type Choice = readonly QueryPlan[];

/** A plan that highlights nothing. */
export const NO_QUERY: QueryPlan = { all: [], oneOf: [], not: [], without: [] };

export function isWanted({ all, oneOf }: QueryPlan): boolean {
  return all.length + oneOf.length > 0;
}

export function isEmpty(plan: QueryPlan): boolean {
  return !isWanted(plan) && plan.not.length + plan.without.length === 0;
}

export function isTranscriptTerm({ field }: Term): boolean {
  return fieldOf(field).text === 'said';
}

export function mayBeSpoken(term: Term): boolean {
  return isInAnyText(term) || isTranscriptTerm(term);
}

function isInAnyText({ field }: Term): boolean {
  return fieldOf(field).text === null;
}

/** True if the query is about the term, wherever it stands. */
export function isAnywhere({ field }: Term): boolean {
  return field === 'text' || field === 'name';
}

/** The term with its matches in names. */
export function anywhere(term: Term): Term {
  const { outsideNames, ...other } = term;
  return outsideNames ? other : term;
}

export function wantedTerms({ all, oneOf }: QueryPlan): Term[] {
  return oneOf.length === 0 ? [...all] : [...all, ...oneOf.flat().flatMap(wantedTerms)];
}

/** The wanted terms that the query is about. The others say only what else an episode must mention. */
export function soughtTerms(plan: QueryPlan): Term[] {
  return wantedTerms(plan).filter(({ field }) => field !== 'with');
}

/** Lists the terms that are excluded, and those of excluded and inner plans. */
export function unwantedTerms({ not, without, oneOf }: QueryPlan): Term[] {
  return [
    ...not,
    ...without.flatMap((plan) => [...wantedTerms(plan), ...unwantedTerms(plan)]),
    ...oneOf.flat().flatMap(unwantedTerms),
  ];
}

export function matchesPlan(plan: QueryPlan, matches: (term: Term) => boolean): boolean {
  const matchesAll = (inner: QueryPlan) => matchesPlan(inner, matches);
  return (
    plan.all.every(matches) &&
    plan.oneOf.every((alternatives) => alternatives.some(matchesAll)) &&
    !plan.not.some(matches) &&
    !plan.without.some(matchesAll)
  );
}

/** The plan without exclusions. Matches all that the plan matches, and perhaps more. */
export function wantedPlan({ all, oneOf }: QueryPlan): QueryPlan {
  return { ...NO_QUERY, all, oneOf: oneOf.map((alternatives) => alternatives.map(wantedPlan)) };
}

/** True if an exclusion concerns several terms together, or a part of the query. */
export function hasInnerExclusions({ oneOf, without }: QueryPlan): boolean {
  return (
    without.length > 0 ||
    oneOf.some((choice) =>
      choice.some((inner) => inner.not.length > 0 || hasInnerExclusions(inner)),
    )
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
  if (isFact(term)) {
    const [value = ''] = term.words;
    return [{ tokens: [factToken(term.field, value)], beginning: false }];
  }
  const forms = formsOf(term.words, term);
  if (term.field === 'name') {
    return forms
      .filter(({ tokens }) => tokens.length === 1)
      .map(({ tokens, beginning }) => ({ tokens: tokens.map(nameToken), beginning }));
  }
  return isMarked(term) ? forms.map((form) => markedPhrase(term.field, form)) : forms;
}

/** True if the plan only wants terms, all of them. */
export function isSimple({ oneOf, not, without }: QueryPlan): boolean {
  return oneOf.length + not.length + without.length === 0;
}

/** Phrases to highlight outside transcripts. A final `*` marks a prefix. */
export function wantedPhrases(plan: QueryPlan): string[] {
  return phrasesOf(wantedTerms(plan).filter(isAnywhere));
}

export function wantedSpoken(plan: QueryPlan): string[] {
  return phrasesOf(soughtTerms(plan).filter(mayBeSpoken));
}

function phrasesOf(terms: readonly Term[]): string[] {
  return [...new Set(terms.map(termPhrase))];
}

export function termPhrase({ words, beginning }: Term): string {
  return words.join(' ') + (beginning ? '*' : '');
}

/** Phrases of a query without operators (`openai, sam altman`); null for other queries. */
export function plainPhrases(plan: QueryPlan): string[] | null {
  const terms = singleTerms(plan);
  const isPlain = ({ field, beginning }: Term) => field === 'text' && !beginning;
  return terms?.every(isPlain) === true ? terms.map(({ words }) => words.join(' ')) : null;
}

/** The term of a query of one term, or its alternatives if each is one term; null for other queries. */
function singleTerms({ all, oneOf, not, without }: QueryPlan): readonly Term[] | null {
  if (not.length + without.length > 0 || all.length + oneOf.length > 1) return null;
  const [choice] = oneOf;
  if (choice === undefined) return all;
  const terms = choice.map((alternative) =>
    alternative.oneOf.length > 0 ? null : singleTerms(alternative),
  );
  return terms.every((each) => each !== null) ? terms.flat() : null;
}

/** The plan for an episode without a transcript; null if a `spoken:` term is required. */
export function withoutTranscriptTerms({ all, oneOf, not, without }: QueryPlan): QueryPlan | null {
  const written = (plans: readonly QueryPlan[]) =>
    plans.map(withoutTranscriptTerms).filter((plan) => plan !== null);
  const choices = oneOf.map(written);
  if (all.some(isTranscriptTerm) || choices.some(({ length }) => length === 0)) return null;
  return {
    all,
    oneOf: choices,
    not: not.filter((term) => !isTranscriptTerm(term)),
    without: written(without),
  };
}

/** Every match contains one of the returned `spoken:` terms. Empty if titles or notes can match without one. */
export function requiredTranscriptTerms({ all, oneOf }: QueryPlan): Term[] {
  const required = all.find(isTranscriptTerm);
  if (required !== undefined) return [required];
  const choices = oneOf.map((alternatives) => alternatives.map(requiredTranscriptTerms));
  return choices.find((choice) => choice.every(({ length }) => length > 0))?.flat() ?? [];
}

/** True if every alternative is a single `spoken:` term. */
export function isTranscriptQuery(plan: QueryPlan): boolean {
  const terms = singleTerms(plan) ?? [];
  return terms.length > 0 && terms.every(isTranscriptTerm);
}
