import { normaliseKeyword } from '../catalogue/keyword-expression.ts';
import type { ActiveAlert } from './outbox-store.ts';

/**
 * Alerts of one person that are served: as many as the rules let a person save. Of more, saved before
 * the rules held anybody to it, the newest.
 */
export const MAX_ALERTS_SERVED = 200;

/** What a person looks for, however often they saved it. */
export interface SavedKeyword extends ActiveAlert {
  /** The keyword in its normal form. */
  normalised: string;
  /** Other alerts of the person for the same keyword, all saved later. */
  otherAlertIds: readonly string[];
}

/** What was not served, because somebody has too many alerts. */
export interface LeftOut {
  people: number;
  alerts: number;
}

const NONE: readonly string[] = [];

/**
 * The keywords people saved, one by one; those that match nothing are left out. Holds the alerts of
 * one person at a time.
 * @param alerts Those of one person come one after another.
 * @param leftOut Counts up.
 */
export async function* savedKeywords(
  alerts: AsyncIterable<ActiveAlert>,
  leftOut: LeftOut,
): AsyncGenerator<SavedKeyword> {
  let ofPerson: ActiveAlert[] = [];
  let seen = 0;
  const finish = () => {
    const tooMany = Math.max(0, seen - MAX_ALERTS_SERVED);
    leftOut.alerts += tooMany;
    if (tooMany > 0) leftOut.people += 1;
    const keywords = byKeyword(newestOf(ofPerson));
    ofPerson = [];
    seen = 0;
    return keywords;
  };
  for await (const alert of alerts) {
    if (ofPerson[0] !== undefined && ofPerson[0].uid !== alert.uid) yield* finish();
    ofPerson.push(alert);
    seen += 1;
    if (ofPerson.length === 2 * MAX_ALERTS_SERVED) ofPerson = newestOf(ofPerson);
  }
  yield* finish();
}

function newestOf(alerts: ActiveAlert[]): ActiveAlert[] {
  return alerts.sort(byNewest).slice(0, MAX_ALERTS_SERVED);
}

/** The oldest alert speaks for all of the same keyword: it misses nothing that another would tell. */
function byKeyword(newestFirst: readonly ActiveAlert[]): SavedKeyword[] {
  const keywords = new Map<string, SavedKeyword>();
  for (const alert of newestFirst.toReversed()) {
    const normalised = normaliseKeyword(alert.keyword);
    if (normalised === '') continue;
    const older = keywords.get(normalised);
    if (older === undefined)
      keywords.set(normalised, { ...alert, normalised, otherAlertIds: NONE });
    else older.otherAlertIds = [...older.otherAlertIds, alert.alertId];
  }
  return [...keywords.values()];
}

function byNewest(a: ActiveAlert, b: ActiveAlert): number {
  return b.sinceMs - a.sinceMs || (a.alertId < b.alertId ? -1 : 1);
}
