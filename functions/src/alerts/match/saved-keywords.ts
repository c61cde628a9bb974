import { queryOfAlert } from '../../query/alert-query.ts';
import { normalizeKeyword, normalizeQuery } from '../../query/normalize-query.ts';
import { createSizedCache, textBytes } from '../../platform/sized-cache.ts';
import type { ActiveAlert } from '../alert-record.ts';

/** An alert's keyword in normal form, followed by marks for its options. */
export type QueryKey = string;

/**
 * Marks at the end of a key, which normal forms never contain. `NOTES_ONLY`: transcripts do not match.
 * `ONLY_ABOUT`: the episode must be about the keyword.
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

/** Number of marks. With the same normal form, the key with fewer marks matches more episodes. */
export function marksOf(key: QueryKey): number {
  return key.length - normalFormIn(key).length;
}

/** Null if the keyword matches nothing, for example because it has no letters or digits. */
export function queryKey(
  alert: Pick<ActiveAlert, 'keyword' | 'language' | 'spoken' | 'onlyAbout'>,
): QueryKey | null {
  const normalized = normalFormOf(alert);
  if (normalized === '') return null;
  const notes = alert.spoken === false ? NOTES_ONLY : '';
  return `${normalized}${notes}${alert.onlyAbout === true ? ONLY_ABOUT : ''}`;
}

const queries = createSizedCache<string>(10_000_000, textBytes);

/** Cached, because parsing is slow and many people save the same query. */
export function normalFormOf({
  keyword,
  language,
}: Pick<ActiveAlert, 'keyword' | 'language'>): string {
  if (language === undefined) return normalizeKeyword(keyword);
  const asked = `${language} ${keyword}`;
  let normalized = queries.get(asked);
  if (normalized === undefined) {
    queries.set(asked, (normalized = normalizeQuery([queryOfAlert({ keyword, language })])));
  }
  return normalized;
}
