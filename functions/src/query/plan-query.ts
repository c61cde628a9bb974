import { wantedValue } from './facts.ts';
import { FILTERS, onlyNarrows } from './fields.ts';
import {
  isGroup,
  type ParsedQuery,
  type QueryPart,
  type QueryTerm,
  parseQuery,
} from './parse-query.ts';
import { choiceKey, planKey, termKey } from './plan-key.ts';
import { isEmpty, isSimple, isWanted, NO_QUERY, type QueryPlan, type Term } from './query-plan.ts';
import { lastPart, queryWords, withoutBoundaries } from './query-words.ts';
import { HEAD_LETTERS } from './tokenize.ts';

const plans = new WeakMap<ParsedQuery, { plan: QueryPlan | null }>();

/** Null if nothing can match. Plans a list of keywords once, as {@link parseQuery} parses it once. */
export function planQuery(keywords: readonly string[]): QueryPlan | null {
  const query = parseQuery(keywords);
  const known = plans.get(query) ?? { plan: planOf(query) };
  plans.set(query, known);
  return known.plan;
}

function planOf(query: ParsedQuery): QueryPlan | null {
  return narrowedByWords(conjunctionOf(query));
}

function conjunctionOf({ any, all, not, filters }: ParsedQuery): QueryPlan {
  const alternatives = any.map((parts) => together(parts.map(partPlan)));
  const narrowed = FILTERS.map((name) =>
    choose(filters.filter(({ field }) => field === name).map(partPlan)),
  );
  return together([
    choose(alternatives),
    ...narrowed,
    ...all.map(partPlan),
    ...not.flatMap((part) => alternativesOf(partPlan(part))).map(exclude),
  ]);
}

function partPlan(part: QueryPart): QueryPlan {
  return isGroup(part) ? conjunctionOf(part.group) : { ...NO_QUERY, all: termsOf(part) };
}

function together(plans: readonly QueryPlan[]): QueryPlan {
  const [only, ...others] = plans.filter((plan) => !isEmpty(plan));
  if (only !== undefined && others.length === 0) return only;
  return {
    all: distinct(plans.flatMap(({ all }) => all)),
    oneOf: distinctBy(
      plans.flatMap(({ oneOf }) => oneOf),
      choiceKey,
    ),
    not: distinct(plans.flatMap(({ not }) => not)),
    without: distinctBy(
      plans.flatMap(({ without }) => without),
      planKey,
    ),
  };
}

/** Alternatives that want nothing are left out: almost every episode would match. */
function choose(alternatives: readonly QueryPlan[]): QueryPlan {
  const choice = distinctBy(alternatives.filter(isWanted).flatMap(alternativesOf), planKey);
  const [only, ...others] = choice;
  if (only === undefined) return NO_QUERY;
  return others.length === 0 ? only : { ...NO_QUERY, oneOf: [choice] };
}

function alternativesOf(plan: QueryPlan): readonly QueryPlan[] {
  const { all, oneOf, not, without } = plan;
  const [choice, ...others] = oneOf;
  const isChoice = all.length + others.length + not.length + without.length === 0;
  return choice !== undefined && isChoice ? choice : [plan];
}

function exclude(plan: QueryPlan): QueryPlan {
  if (!isWanted(plan)) return NO_QUERY;
  const [term, ...others] = plan.all;
  const isTerm = term !== undefined && others.length === 0 && isSimple(plan);
  return isTerm ? { ...NO_QUERY, not: [term] } : { ...NO_QUERY, without: [plan] };
}

/** Leaves out alternatives that only narrow, such as `lang:de`. Null if nothing is left. */
function narrowedByWords(plan: QueryPlan): QueryPlan | null {
  if (hasWords(plan)) return plan;
  for (const [at, choice] of plan.oneOf.entries()) {
    const worded = choice.filter(hasWords);
    if (worded.length === 0) continue;
    const others = plan.oneOf.filter((_, each) => each !== at);
    return together([{ ...plan, oneOf: others }, choose(worded)]);
  }
  return null;
}

function hasWords({ all, oneOf }: QueryPlan): boolean {
  return all.some((term) => !onlyNarrows(term)) || oneOf.some((choice) => choice.every(hasWords));
}

function termsOf({ text, field, beginning, whole }: QueryTerm): Term[] {
  const words = queryWords(text, whole);
  const last = words.at(-1);
  if (last === undefined) return [];
  const value = wantedValue(field, text);
  if (value !== null) return [{ words: [value], beginning: false, field, text }];
  const isLong = Array.from(lastPart(last)).length >= HEAD_LETTERS;
  const isName = field === 'name' && mayHaveCapital(words);
  return [
    {
      words,
      beginning: beginning && isLong,
      field: field === 'name' && !isName ? 'text' : field,
      text,
      ...(whole && { whole }),
    },
  ];
}

/** `name:` is for one word, of a script with capitals. */
function mayHaveCapital(words: readonly string[]): boolean {
  const [word = '', ...others] = words;
  return (
    others.length === 0 && /^[\p{Ll}\p{Lu}\p{M}\p{N}]*\p{Ll}[\p{Ll}\p{Lu}\p{M}\p{N}]*$/u.test(word)
  );
}

function distinct(terms: readonly Term[]): readonly Term[] {
  return distinctBy(terms, termKey);
}

/** Ignores boundaries within words, because the normal form did so before. Of two, the one with boundaries finds more. */
function distinctBy<T>(list: readonly T[], keyOf: (of: T) => string): readonly T[] {
  if (list.length < 2) return list;
  const known = new Map<string, T>();
  for (const each of list) {
    const key = keyOf(each);
    const plain = withoutBoundaries(key);
    if (key !== plain || !known.has(plain)) known.set(plain, each);
  }
  return [...known.values()];
}
