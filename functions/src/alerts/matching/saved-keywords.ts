import { normaliseKeyword } from '../../keywords/keyword-expression.ts';
import { MAX_ALERTS } from '../../contract/index.ts';
import type { ActiveAlert } from '../outbox/outbox-store.ts';

/** What a person looks for, however often they saved it: by the first of these alerts. */
export interface SavedKeyword extends ActiveAlert {
  /** The person's other alerts for the same keyword, where there are any. */
  otherAlertIds?: readonly string[];
}

/** What was not served, because somebody has too many alerts. */
export interface LeftOut {
  people: number;
  alerts: number;
}

/**
 * The keywords of one person after the other, by their normal form; those that match nothing are left
 * out. Of more alerts than the rules let a person save, which only old ones can be, the newest are
 * served. Holds the alerts of one person at a time.
 * @param alerts Those of one person come one after another.
 * @param leftOut Counts up.
 */
export async function* savedKeywords(
  alerts: AsyncIterable<ActiveAlert>,
  leftOut: LeftOut,
): AsyncGenerator<ReadonlyMap<string, SavedKeyword>> {
  let ofPerson: ActiveAlert[] = [];
  let seen = 0;
  const finish = () => {
    const tooMany = Math.max(0, seen - MAX_ALERTS);
    leftOut.alerts += tooMany;
    if (tooMany > 0) leftOut.people += 1;
    const keywords = byKeyword(newestOf(ofPerson));
    ofPerson = [];
    seen = 0;
    return keywords;
  };
  for await (const alert of alerts) {
    if (ofPerson[0] !== undefined && ofPerson[0].uid !== alert.uid) yield finish();
    ofPerson.push(alert);
    seen += 1;
    if (ofPerson.length === 2 * MAX_ALERTS) ofPerson = newestOf(ofPerson);
  }
  yield finish();
}

function newestOf(alerts: ActiveAlert[]): ActiveAlert[] {
  if (alerts.length <= MAX_ALERTS) return alerts;
  return alerts.sort(byNewest).slice(0, MAX_ALERTS);
}

/** The first alert speaks for all of the same keyword: it misses nothing that another would tell. */
function byKeyword(alerts: readonly ActiveAlert[]): Map<string, SavedKeyword> {
  const keywords = new Map<string, SavedKeyword>();
  for (const alert of alerts) {
    const normalised = normaliseKeyword(alert.keyword);
    if (normalised === '') continue;
    const known = keywords.get(normalised);
    keywords.set(normalised, known === undefined ? alert : joined(known, alert));
  }
  return keywords;
}

function joined(known: SavedKeyword, alert: ActiveAlert): SavedKeyword {
  const { otherAlertIds = [], ...first } = known;
  const [older, newer] = byNewest(first, alert) > 0 ? [first, alert] : [alert, first];
  return { ...older, otherAlertIds: [...otherAlertIds, newer.alertId] };
}

function byNewest(a: ActiveAlert, b: ActiveAlert): number {
  return b.sinceMs - a.sinceMs || (a.alertId < b.alertId ? -1 : 1);
}
