import { normalizeKeyword, normalizeQuery } from '../../query/normalize-query.ts';
import type { ActiveAlert } from '../runs/indexed-documents.ts';

/** A keyword of a person, however often they saved it: the first of these alerts. */
export interface SavedKeyword extends ActiveAlert {
  /** The person's other alerts for the same keyword, where there are any, the older ones first. */
  otherAlertIds?: readonly string[];
}

/** Ends the key of a keyword that is matched in written texts only. */
const NOTES_ONLY = '\n';

/** The normal form of a keyword by its key in {@link savedKeywords}. */
export function normalFormIn(key: string): string {
  return key.endsWith(NOTES_ONLY) ? key.slice(0, -NOTES_ONLY.length) : key;
}

/**
 * A person's keywords. The key is the normal form and whether the transcript counts. Keywords that match
 * nothing are left out. Of several alerts with the same key, the oldest represents all: it misses nothing
 * that another would find.
 */
export function savedKeywords(alerts: readonly ActiveAlert[]): Map<string, SavedKeyword> {
  const keywords = new Map<string, SavedKeyword>();
  for (const alert of [...alerts].sort(byOldest)) {
    const normalized = normalFormOf(alert);
    if (normalized === '') continue;
    const key = alert.spoken === false ? normalized + NOTES_ONLY : normalized;
    const first = keywords.get(key);
    if (first === undefined) keywords.set(key, alert);
    else {
      const { otherAlertIds = [] } = first;
      keywords.set(key, { ...first, otherAlertIds: [...otherAlertIds, alert.alertId] });
    }
  }
  return keywords;
}

/** Normal forms of queries that are kept, some 10 MB; then they are made anew. */
const MOST_KEPT = 50_000;
let queries = new Map<string, string>();

/**
 * The normal form of an alert's keyword; that of a query is kept: reading one is dear, and many people
 * save the same.
 */
export function normalFormOf({
  keyword,
  language,
}: Pick<ActiveAlert, 'keyword' | 'language'>): string {
  if (language === undefined) return normalizeKeyword(keyword);
  let normalized = queries.get(keyword);
  if (normalized === undefined) {
    if (queries.size >= MOST_KEPT) queries = new Map();
    queries.set(keyword, (normalized = normalizeQuery([keyword])));
  }
  return normalized;
}

function byOldest(a: ActiveAlert, b: ActiveAlert): number {
  return a.sinceMs - b.sinceMs || (a.alertId < b.alertId ? -1 : 1);
}
