import { queryOfAlert } from '../../query/alert-query.ts';
import { normalizeKeyword, normalizeQuery } from '../../query/normalize-query.ts';
import { isAlertForNames } from '../../query/typed-names.ts';
import { createSizedCache, textBytes } from '../../platform/sized-cache.ts';
import type { ActiveAlert } from '../alert-record.ts';

/** An alert's keyword in normal form, followed by marks for its options. */
export type QueryKey = string;

/**
 * Marks at the end of a key, which normal forms never contain. `NOTES_ONLY`: transcripts do not match.
 * `FOR_NAMES`, `ONLY_ABOUT`: the episode must be about the keyword, which was typed as names are or not.
 */
const NOTES_ONLY = '\n';
const FOR_NAMES = '\v';
const ONLY_ABOUT = '\t';
const MARKS = /[\n\v\t]+$/;

export function isForNotesOnly(key: QueryKey): boolean {
  return key.includes(NOTES_ONLY);
}

export function isForNames(key: QueryKey): boolean {
  return key.includes(FOR_NAMES);
}

/** The key without what version 1.1 did not mark. Firestore stores its hash. */
export function storedKey(key: QueryKey): string {
  return key.replace(FOR_NAMES, '');
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
  if (alert.onlyAbout !== true) return `${normalized}${notes}`;
  return `${normalized}${notes}${isAlertForNames(alert) ? FOR_NAMES : ''}${ONLY_ABOUT}`;
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
