import { normalizeKeyword, normalizeQuery } from '../../query/normalize-query.ts';
import { createSizedCache, textBytes } from '../../platform/sized-cache.ts';
import type { ActiveAlert } from '../alert-record.ts';

/** The normal form of an alert's keyword, and the marks of its choices (`AlertChoice`). */
export type QueryKey = string;

/**
 * Marks at the end of a key; normal forms contain neither. `NOTES_ONLY`: transcripts are not matched.
 * `ONLY_ABOUT`: only episodes that are about the keyword match.
 */
const NOTES_ONLY = '\n';
const ONLY_ABOUT = '\t';
const MARKS = /[\n\t]+$/;

export function isForNotesOnly(key: QueryKey): boolean {
  return key.includes(NOTES_ONLY);
}

export function isOnlyAbout(key: QueryKey): boolean {
  return key.endsWith(ONLY_ABOUT);
}

export function normalFormIn(key: QueryKey): string {
  return key.replace(MARKS, '');
}

/** Number of a key's marks. A query with fewer marks matches all that the same query matches with more. */
export function marksOf(key: QueryKey): number {
  return key.length - normalFormIn(key).length;
}

/** Null if the alert matches nothing, such as one for signs only. */
export function queryKey(
  alert: Pick<ActiveAlert, 'keyword' | 'language' | 'spoken' | 'onlyAbout'>,
): QueryKey | null {
  const normalized = normalFormOf(alert);
  if (normalized === '') return null;
  const notes = alert.spoken === false ? NOTES_ONLY : '';
  return `${normalized}${notes}${alert.onlyAbout === true ? ONLY_ABOUT : ''}`;
}

/** Room for about 30 000 normal forms. */
const queries = createSizedCache<string>(10_000_000, textBytes);

/**
 * Normal form of an alert's keyword. The forms of queries are cached, because queries are slow to parse and
 * many people save the same.
 */
export function normalFormOf({
  keyword,
  language,
}: Pick<ActiveAlert, 'keyword' | 'language'>): string {
  if (language === undefined) return normalizeKeyword(keyword);
  let normalized = queries.get(keyword);
  if (normalized === undefined) {
    queries.set(keyword, (normalized = normalizeQuery([keyword])));
  }
  return normalized;
}
