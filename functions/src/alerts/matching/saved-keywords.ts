import { normalizeKeyword, normalizeQuery } from '../../query/normalize-query.ts';
import { createSizedCache, textBytes } from '../../platform/sized-cache.ts';
import type { ActiveAlert } from '../alert-record.ts';

/** A person's keyword: the oldest of their alerts for it. */
export interface SavedKeyword extends ActiveAlert {
  /** The person's other alerts for the same keyword, oldest first. */
  otherAlertIds?: readonly string[];
}

/**
 * Marks at the end of a key; normal forms contain neither. One: transcripts are not matched. The other: only
 * episodes that are about the keyword.
 */
const NOTES_ONLY = '\n';
const ONLY_ABOUT = '\t';
const MARKS = /[\n\t]+$/;

export function isForNotesOnly(key: string): boolean {
  return key.includes(NOTES_ONLY);
}

export function isOnlyAbout(key: string): boolean {
  return key.endsWith(ONLY_ABOUT);
}

export function normalFormIn(key: string): string {
  return key.replace(MARKS, '');
}

/** Number of a key's marks: a query without marks matches whatever it matches with them. */
export function marksOf(key: string): number {
  return key.length - normalFormIn(key).length;
}

/**
 * A person's keywords by normal form and choices (`AlertChoice`); without keywords that match nothing. The
 * oldest of several alerts with the same key represents all: it matches whatever the others match.
 */
export function savedKeywords(alerts: readonly ActiveAlert[]): Map<string, SavedKeyword> {
  const keywords = new Map<string, SavedKeyword>();
  for (const alert of [...alerts].sort(byOldest)) {
    const normalized = normalFormOf(alert);
    if (normalized === '') continue;
    const notes = alert.spoken === false ? NOTES_ONLY : '';
    const key = `${normalized}${notes}${alert.onlyAbout === true ? ONLY_ABOUT : ''}`;
    const first = keywords.get(key);
    if (first === undefined) keywords.set(key, alert);
    else {
      const { otherAlertIds = [] } = first;
      keywords.set(key, { ...first, otherAlertIds: [...otherAlertIds, alert.alertId] });
    }
  }
  return keywords;
}

/** Room for about 30 000 normal forms. */
const queries = createSizedCache<string>(10_000_000, textBytes);

/** Normal form of an alert's keyword. Queries are cached: slow to parse, and often saved by many people. */
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

function byOldest(a: ActiveAlert, b: ActiveAlert): number {
  return a.sinceMs - b.sinceMs || (a.alertId < b.alertId ? -1 : 1);
}

/** Ids of a person's alerts with this keyword, the oldest first. */
export function alertIdsOf({
  alertId,
  otherAlertIds = [],
}: Pick<SavedKeyword, 'alertId' | 'otherAlertIds'>): string[] {
  return [alertId, ...otherAlertIds];
}
