import { fieldSign, isFilter, type QueryField } from './fields.ts';
import {
  type Choice,
  isEmpty,
  isSimple,
  NO_QUERY,
  type QueryPlan,
  type Term,
  termPhrase,
} from './query-plan.ts';
import { withoutBoundaries } from './query-words.ts';

/** Returns the same key for terms that match the same episodes. */
export function termKey({ words, beginning, field, whole, outsideNames }: Term): string {
  return `${whole ? '=' : ''}${outsideNames ? '≠' : ''}${fieldSign(field)}"${words.join(' ')}"${beginning ? '*' : ''}`;
}

/** The text of the query: parses to the same plan, and is equal for equal plans. */
export function planKey(plan: QueryPlan): string {
  const { all, oneOf, not, without } = plan;
  const isFree = freeFilters(plan);
  const isHeld = (choice: Choice) => filterOf(choice) !== null && !isFree(choice);
  const held = {
    ...NO_QUERY,
    all: all.filter((term) => isHeld(choiceOf(term))),
    oneOf: oneOf.filter(isHeld),
  };
  const choices = oneOf.filter((choice) => filterOf(choice) === null);
  return [
    ...inOrder([
      ...oneOf.filter(isFree).map((choice) => choiceKey(choice, ' ')),
      ...choices.map((choice) => {
        const isBare = choices.length === 1 && !choice.some(isFilterOnly);
        return isBare ? choiceKey(choice) : `(${choiceKey(choice)})`;
      }),
    ]),
    ...inOrder([
      ...all.filter((term) => !isHeld(choiceOf(term))).map((term) => `+${termKey(term)}`),
      ...(isEmpty(held) ? [] : [`+(${innerKey(held)})`]),
    ]),
    ...inOrder(not.map(excludedKey)),
    ...inOrder(without.map((inner) => `-(${innerKey(inner)})`)),
  ].join(' ');
}

export function choiceOf(term: Term): Choice {
  return [{ ...NO_QUERY, all: [term] }];
}

/**
 * Outside brackets, filters of one field are alternatives without an operator. Tells which choices can be written so:
 * those that no other filter of the field stands beside.
 */
export function freeFilters({ all, oneOf }: QueryPlan): (choice: Choice) => boolean {
  const fields = [...all.map(choiceOf), ...oneOf].map(filterOf).filter((field) => field !== null);
  const isAlone = (field: QueryField) => fields.filter((each) => each === field).length === 1;
  return (choice) => {
    const field = filterOf(choice);
    return field !== null && isAlone(field);
  };
}

export function choiceKey(alternatives: Choice, operator = ' OR '): string {
  return inOrder(alternatives.map(alternativeKey)).join(operator);
}

/** The field of the filters that are the alternatives; null if there are others. */
function filterOf(alternatives: Choice): QueryField | null {
  const field = alternatives[0]?.all[0]?.field;
  const isOfField = (plan: QueryPlan) => isFilterOnly(plan) && plan.all[0]?.field === field;
  return field !== undefined && alternatives.every(isOfField) ? field : null;
}

function isFilterOnly(plan: QueryPlan): boolean {
  const [term, ...others] = plan.all;
  return isSimple(plan) && others.length === 0 && term !== undefined && isFilter(term);
}

function alternativeKey(plan: QueryPlan): string {
  const isBare = isSimple(plan) && (plan.all.length === 1 || !plan.all.some(isFilter));
  return isBare ? inOrder(plan.all.map(termKey)).join(' AND ') : `(${innerKey(plan)})`;
}

/** The text of a plan within brackets, where filters are ordinary terms. */
function innerKey(plan: QueryPlan): string {
  const { all, oneOf, not, without } = plan;
  const choices = oneOf.map((choice) => {
    const text = inOrder(choice.map(alternativeKey)).join(' OR ');
    return oneOf.length + all.length > 1 ? `(${text})` : text;
  });
  return [
    [...inOrder(choices), ...inOrder(all.map(termKey))].join(' AND '),
    ...inOrder(not.map(excludedKey)),
    ...inOrder(without.map((inner) => `-(${innerKey(inner)})`)),
  ].join(' ');
}

/** Joins the words of an excluded filter that has no quotes. */
const PART_BLANK = '/';

/** In an excluded filter, quotes require the whole text to match; without quotes, slashes join the words. */
function excludedKey(term: Term): string {
  const { whole, ...part } = term;
  return isFilter(term) && !whole
    ? `-${fieldSign(term.field)}${termPhrase(term).replaceAll(' ', PART_BLANK)}`
    : `-${termKey(part)}`;
}

/** Sorts without boundaries within words, so that {@link withoutBoundaries} is the normal form of version 1.1. */
function inOrder(keys: readonly string[]): readonly string[] {
  if (keys.length < 2) return keys;
  const sorted = keys.map((key) => ({ key, plain: withoutBoundaries(key) }));
  sorted.sort((one, other) => (one.plain < other.plain ? -1 : one.plain > other.plain ? 1 : 0));
  return sorted.map(({ key }) => key);
}
