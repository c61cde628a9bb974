import { slotOf } from '../../unsubscribe/alert-identity.ts';
import type { Changes } from './alert-source.ts';
import {
  type ActiveAlert,
  type PersonPreferences,
  readPreferences,
  sameAlert,
  samePreferences,
} from './indexed-documents.ts';
import { isInRange, type UidRange } from './uid-range.ts';

/** What a shard knows of one person. */
export interface IndexedPerson {
  preferences: PersonPreferences;
  /** Some may be deleted or paused by now. */
  alerts: ActiveAlert[];
  /** When all that was new to them was last told, epoch milliseconds; null where nobody knows. */
  settledAtMs: number | null;
  /**
   * In which run of the index the sent log was last asked about all that may be new to the person; null
   * when it must be.
   */
  checkedInRun: number | null;
}

/**
 * A shard's copy of alerts and preferences, brought up to date by what changed. Deletions and pauses
 * reach it late: whoever makes or mails a digest asks each alert whether it is still wanted.
 */
export interface ShardIndex {
  people: Map<string, IndexedPerson>;
  /** Up to when changes are in it; epoch milliseconds. */
  changesUntilMs: number;
  /** When it was last read in full; epoch milliseconds. */
  rereadAtMs: number;
  /** Runs so far; counted and not timed, because clocks jump. */
  runs: number;
  /** By the fingerprint of an episode, in which run it was first seen. */
  seen: ReadonlyMap<string, number>;
}

export function emptyIndex(): ShardIndex {
  return { people: new Map(), changesUntilMs: 0, rereadAtMs: 0, runs: 0, seen: new Map() };
}

/**
 * Puts what changed into the index, as far as it is of people in the range. Applying something again
 * changes nothing. Answers with how many entries became different.
 * @param settledAtMs What stands as told to somebody new; null when they may not be new.
 */
export function applyChanges(
  { people }: Pick<ShardIndex, 'people'>,
  { alerts, people: changedPeople }: Changes,
  range: UidRange,
  settledAtMs: number | null = null,
): number {
  let different = 0;
  const personOf = (uid: string) => {
    let person = people.get(uid);
    if (person === undefined) people.set(uid, (person = newPerson(settledAtMs)));
    return person;
  };
  for (const { uid, preferences } of changedPeople) {
    if (!isInRange(uid, range)) continue;
    const person = personOf(uid);
    if (samePreferences(person.preferences, preferences)) continue;
    different += 1;
    person.preferences = preferences;
    person.checkedInRun = null;
  }
  for (const alert of alerts) {
    if (!isInRange(alert.uid, range)) continue;
    const person = personOf(alert.uid);
    // One document, whatever alert was in it before.
    const slot = slotOf(alert.alertId);
    const place = person.alerts.findIndex((each) => slotOf(each.alertId) === slot);
    const before = person.alerts[place];
    if (before !== undefined && sameAlert(before, alert)) continue;
    different += 1;
    const others = person.alerts.filter((_, index) => index !== place);
    person.alerts = [...others, alert];
    person.checkedInRun = null;
  }
  return different;
}

/** Takes out alerts that turned out to be deleted or paused; a resumed one comes back as a change. */
export function removeAlerts(person: IndexedPerson, alertIds: ReadonlySet<string>): void {
  person.alerts = person.alerts.filter(({ alertId }) => !alertIds.has(alertId));
}

/** Somebody whose preferences were never read, for there are none. */
function newPerson(settledAtMs: number | null): IndexedPerson {
  return { preferences: readPreferences(), alerts: [], settledAtMs, checkedInRun: null };
}
