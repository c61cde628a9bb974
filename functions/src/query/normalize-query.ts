import { FIELD_NAMES, fieldSign, FILTERS, isFilter, type QueryField } from './fields.ts';
import {
  type Term,
  termKey,
  termPhrase,
  plainPhrases,
  planQuery,
  type QueryPlan,
} from './plan-query.ts';

/**
 * The normal form of a query, equal for all that find the same episodes by the same words; empty
 * for one that finds nothing. Of a query for one phrase it is the phrase (`normalizeKeyword`). It
 * can be asked itself, and then has the same normal form.
 */
export function normalizeQuery(keywords: readonly string[]): string {
  const plan = planQuery(keywords);
  return plan === null ? '' : queryKey(plan);
}

const [FIELD, FILTER] = [FIELD_NAMES.join('|'), FILTERS.join('|')];
const PART = new RegExp(
  `([+-]?)(?:(${FIELD}):)?(?:"([^"]*)"|(?<=-(?:${FILTER}):)([^ *]+))(\\*?)( AND | OR |)`,
  'g',
);
const EXCLUDED = new RegExp(` -(?:(?:(?:${FIELD}):)?"|(?:${FILTER}):)`);

/** What a normal form asks for: as if it were typed, but without looking for words in it. */
export function planOfKey(normalized: string): QueryPlan | null {
  if (normalized === '') return null;
  if (isPhrase(normalized)) {
    const term: Term = { words: normalized.split(' '), beginning: false, field: 'text' };
    return { all: [term], oneOf: [], not: [] };
  }
  const plan: QueryPlan = { all: [], oneOf: [], not: [] };
  const alternatives: Term[][] = [];
  const filters = new Map<QueryField, Term[][]>();
  let isNext = true;
  for (const [, sign, name, quoted, part = '', star, behind] of normalized.matchAll(PART)) {
    const beginning = star === '*';
    const field = (name ?? 'text') as QueryField;
    const term: Term = { words: quoted?.split(' ') ?? part.split('-'), beginning, field };
    if (sign === '-' && quoted !== undefined && isFilter(term)) term.whole = true;
    if (sign === '+') plan.all.push(term);
    else if (sign === '-') plan.not.push(term);
    else if (isFilter(term)) filters.set(field, [...(filters.get(field) ?? []), [term]]);
    else {
      if (isNext) alternatives.push([term]);
      else alternatives.at(-1)?.push(term);
      isNext = behind !== ' AND ';
    }
  }
  plan.oneOf = [alternatives, ...filters.values()].filter(({ length }) => length > 0);
  return plan;
}

/**
 * The normal form of what a query looks for, without what it leaves out. So it stays the same when
 * something is left out.
 */
export function wantedPart(normalized: string): string {
  if (!EXCLUDED.test(normalized)) return normalized;
  const plan = planOfKey(normalized);
  return plan === null ? normalized : queryKey({ ...plan, not: [] });
}

/** Whether a normal form is that of a query for one phrase, or of nothing. */
export function isPhrase(normalized: string): boolean {
  return !normalized.includes('"');
}

/** The normal form of what a plan asks for. */
export function queryKey(plan: QueryPlan): string {
  const [phrase, ...others] = plainPhrases(plan) ?? [];
  if (phrase !== undefined && others.length === 0) return phrase;
  return [
    ...plan.oneOf.map(choiceKey).sort(),
    ...plan.all.map((term) => `+${termKey(term)}`).sort(),
    ...plan.not.map(excludedKey).sort(),
  ].join(' ');
}

/** As it is typed: an excluded filter in quotes is all of the text. */
function excludedKey(term: Term): string {
  const { whole, ...part } = term;
  return isFilter(term) && !whole
    ? `-${fieldSign(term.field)}${termPhrase(term).replaceAll(' ', '-')}`
    : `-${termKey(part)}`;
}

function choiceKey(alternatives: readonly (readonly Term[])[]): string {
  const keys = alternatives.map((terms) => terms.map(termKey).sort().join(' AND ')).sort();
  const [first] = alternatives[0] ?? [];
  return keys.join(first && isFilter(first) ? ' ' : ' OR ');
}
