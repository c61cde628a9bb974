import { FIELD_NAMES, FILTERS } from './fields.ts';
import { planKey } from './plan-key.ts';
import { planQuery } from './plan-query.ts';
import { NO_QUERY, plainPhrases, type QueryPlan } from './query-plan.ts';
import { plainWords, queryWords } from './query-words.ts';

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

const EXCLUDED = new RegExp(
  ` -(?:\\(|(?:(?:${FIELD_NAMES.join('|')}):)?"|(?:${FILTERS.join('|')}):)`,
);

/** Most normal forms are phrases, which are not parsed: that would take 37 µs for each of a million alerts. */
export function planOfKey(normalized: string): QueryPlan | null {
  if (normalized === '' || !isPhrase(normalized)) return planQuery([normalized]);
  const words = normalized.split(' ');
  return { ...NO_QUERY, all: [{ words, beginning: false, field: 'text', text: normalized }] };
}

export function wantedPart(normalized: string): string {
  if (!EXCLUDED.test(normalized)) return normalized;
  const plan = planOfKey(normalized);
  return plan === null ? normalized : queryKey({ ...plan, not: [], without: [] });
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
  return phrase !== undefined && others.length === 0 ? phrase : planKey(plan);
}
