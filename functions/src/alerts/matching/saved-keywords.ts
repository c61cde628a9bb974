import { normalizeKeyword, normalizeQuery } from '../../query/normalize-query.ts';
import { createSizedCache, textBytes } from '../../platform/sized-cache.ts';
import type { ActiveAlert } from '../alert-record.ts';

/** A person's keyword: the oldest of their alerts for it. */
export interface SavedKeyword extends ActiveAlert {
  /** The person's other alerts for the same keyword, oldest first. */
  otherAlertIds?: readonly string[];
}

/**
 * Marks at the end of a key; normal forms contain neither. `NOTES_ONLY`: transcripts are not matched.
 * `ONLY_ABOUT`: only episodes that are about the keyword match.
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

/** Number of a key's marks. A query with fewer marks matches all that the same query matches with more. */
export function marksOf(key: string): number {
  return key.length - normalFormIn(key).length;
}

/**
 * A person's keywords, without those that match nothing, by key: normal form and marks of the choices
 * (`AlertChoice`). The oldest of several alerts with the same key represents all, because it matches whatever
 * the others match.
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
