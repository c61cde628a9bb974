import { normaliseKeyword } from '../../keywords/keyword-expression.ts';
import { normaliseQuestion } from '../../keywords/question-key.ts';
import { MAX_ALERTS } from '../../contract/index.ts';
import type { ActiveAlert } from '../outbox/outbox-store.ts';

/** What a person looks for, however often they saved it: by the first of these alerts. */
export interface SavedKeyword extends ActiveAlert {
  /** The person's other alerts for the same keyword, where there are any, the older ones first. */
  otherAlertIds?: readonly string[];
}

/**
 * A person's alerts that are served: of more than the rules let a person save, which only old ones
 * can be, the newest.
 */
export function newestAlerts(alerts: readonly ActiveAlert[]): ActiveAlert[] {
  if (alerts.length <= MAX_ALERTS) return [...alerts];
  return [...alerts].sort(byOldest).slice(-MAX_ALERTS);
}

/**
 * A person's keywords by their normal form; those that match nothing are left out. The first alert
 * speaks for all of the same keyword: it misses nothing that another would tell.
 */
export function savedKeywords(alerts: readonly ActiveAlert[]): Map<string, SavedKeyword> {
  const keywords = new Map<string, SavedKeyword>();
  for (const alert of [...alerts].sort(byOldest)) {
    const normalised = normalFormOf(alert);
    if (normalised === '') continue;
    const first = keywords.get(normalised);
    if (first === undefined) keywords.set(normalised, alert);
    else {
      const { otherAlertIds = [] } = first;
      keywords.set(normalised, { ...first, otherAlertIds: [...otherAlertIds, alert.alertId] });
    }
  }
  return keywords;
}

/** Keywords of before the language are words side by side, whatever signs are in them. */
function normalFormOf({ keyword, language }: ActiveAlert): string {
  return language === undefined ? normaliseKeyword(keyword) : normaliseQuestion([keyword]);
}

function byOldest(a: ActiveAlert, b: ActiveAlert): number {
  return a.sinceMs - b.sinceMs || (a.alertId < b.alertId ? -1 : 1);
}
