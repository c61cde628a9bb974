import { FIELD_NAMES, fieldSign, FILTERS, isFilter } from './fields.ts';
import {
  type Term,
  termKey,
  termPhrase,
  plainPhrases,
  planQuery,
  type QueryPlan,
} from './plan-query.ts';
import { plainWords, queryWords, withoutBoundaries } from './query-words.ts';

/** "A.I. of Beyoncé!" → "ai of beyonce". Empty if the entry has no letters or digits. */
export function normalizeKeyword(entry: string): string {
  return queryWords(entry).join(' ');
}

/**
 * Equal for queries with the same matches; empty if nothing can match. Idempotent. Firestore stores hashes of its
 * older forms ({@link withoutBoundaries}, {@link sentForm}).
 */
export function normalizeQuery(keywords: readonly string[]): string {
  const plan = planQuery(keywords);
  return plan === null ? '' : queryKey(plan);
}

/** Joins the words of an excluded filter that has no quotes. */
const PART_BLANK = '/';

const EXCLUDED = new RegExp(` -(?:(?:(?:${FIELD_NAMES.join('|')}):)?"|(?:${FILTERS.join('|')}):)`);

/** Most normal forms are phrases, which are not parsed: that would take 37 µs for each of a million alerts. */
export function planOfKey(normalized: string): QueryPlan | null {
  if (normalized === '' || !isPhrase(normalized)) return planQuery([normalized]);
  const term: Term = { words: normalized.split(' '), beginning: false, field: 'text' };
  return { all: [term], oneOf: [], not: [] };
}

export function wantedPart(normalized: string): string {
  if (!EXCLUDED.test(normalized)) return normalized;
  const plan = planOfKey(normalized);
  return plan === null ? normalized : queryKey({ ...plan, not: [] });
}

/**
 * The sent log stores matches by this form. The form omits exclusions, hyphens and umlauts ({@link plainWords}),
 * so that alerts for `Wal-Mart` and `wal mart` do not send an episode twice.
 */
export function sentForm(normalized: string): string {
  return plainWords(wantedPart(normalized));
}

/** Also true for an empty form. */
function isPhrase(normalized: string): boolean {
  return !normalized.includes('"');
}

export function queryKey(plan: QueryPlan): string {
  const [phrase, ...others] = plainPhrases(plan) ?? [];
  if (phrase !== undefined && others.length === 0) return phrase;
  return [
    ...inOrder(plan.oneOf.map(choiceKey)),
    ...inOrder(plan.all.map((term) => `+${termKey(term)}`)),
    ...inOrder(plan.not.map(excludedKey)),
  ].join(' ');
}

/** Sorts without boundaries within words, so that {@link withoutBoundaries} is the normal form of version 1.1. */
function inOrder(keys: readonly string[]): readonly string[] {
  if (keys.length < 2) return keys;
  const sorted = keys.map((key) => ({ key, plain: withoutBoundaries(key) }));
  sorted.sort((one, other) => (one.plain < other.plain ? -1 : one.plain > other.plain ? 1 : 0));
  return sorted.map(({ key }) => key);
}

/** In an excluded filter, quotes require the whole text to match; without quotes, slashes join the words. */
function excludedKey(term: Term): string {
  const { whole, ...part } = term;
  return isFilter(term) && !whole
    ? `-${fieldSign(term.field)}${termPhrase(term).replaceAll(' ', PART_BLANK)}`
    : `-${termKey(part)}`;
}

function choiceKey(alternatives: readonly (readonly Term[])[]): string {
  const keys = inOrder(alternatives.map((terms) => inOrder(terms.map(termKey)).join(' AND ')));
  const [first] = alternatives[0] ?? [];
  return keys.join(first && isFilter(first) ? ' ' : ' OR ');
}
