import { slotOf } from '../../unsubscribe/alert-identity.ts';
import type { Changes } from './alert-source.ts';
import {
  type ActiveAlert,
  INDEX_FORMAT,
  type IndexedAlert,
  indexedFields,
  type PersonPreferences,
  readPreferences,
  sameAlert,
  samePreferences,
} from './indexed-documents.ts';
import { isInRange, type UidRange } from './shard-layout.ts';

const NEWLINE = 10;

interface Header extends Pick<ShardIndex, 'changesUntilMs' | 'rereadAtMs' | 'runs'> {
  /** {@link INDEX_FORMAT}; of another, an index is made anew. */
  format: string;
  /** The layout and the part of all people it was made for. */
  epoch: number;
  range: UidRange;
  people: number;
  seen: number;
}

interface PersonLine extends Omit<IndexedPerson, 'alerts'> {
  uid: string;
  alerts: IndexedAlert[];
}

/** An index as bytes: a line of JSON for its head, for each person, and for each run that saw episodes. */
export function packIndex(index: ShardIndex, epoch: number, range: UidRange): Buffer {
  const { people, changesUntilMs, rereadAtMs, runs } = index;
  const seenIn = new Map<number, string[]>();
  for (const [fingerprint, run] of index.seen) {
    const same = seenIn.get(run);
    if (same === undefined) seenIn.set(run, [fingerprint]);
    else same.push(fingerprint);
  }
  const header: Header = {
    ...{ format: INDEX_FORMAT, epoch, range, changesUntilMs, rereadAtMs, runs },
    ...{ people: people.size, seen: seenIn.size },
  };
  const lines: Buffer[] = [line(header)];
  for (const [uid, person] of people) lines.push(line(personLine(uid, person)));
  for (const [run, fingerprints] of seenIn) lines.push(line([run, ...fingerprints]));
  return Buffer.concat(lines);
}

/** The index that was packed; null when it is of another layout or part, another form, or damaged. */
export function unpackIndex(bytes: Buffer, epoch: number, range: UidRange): ShardIndex | null {
  try {
    const lines = linesOf(bytes);
    const header = lines.next().value as Header;
    const { changesUntilMs, rereadAtMs, runs } = header;
    const isOurs = header.format === INDEX_FORMAT && header.epoch === epoch;
    if (!isOurs || header.range.from !== range.from || header.range.before !== range.before) {
      return null;
    }
    const people = new Map<string, IndexedPerson>();
    for (let left = header.people; left > 0; left -= 1) {
      const [uid, person] = personIn(lines.next().value as PersonLine);
      people.set(uid, person);
    }
    const seen = new Map<string, number>();
    for (let left = header.seen; left > 0; left -= 1) {
      const [run, ...fingerprints] = lines.next().value as [number, ...string[]];
      for (const fingerprint of fingerprints) seen.set(fingerprint, run);
    }
    return lines.next().done === true ? { people, changesUntilMs, rereadAtMs, runs, seen } : null;
  } catch {
    return null; // cut off, or not what was written
  }
}

function line(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

function* linesOf(bytes: Buffer): Generator {
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end < 0) throw new Error('The last line has no end');
    yield JSON.parse(bytes.toString('utf8', start, end));
    start = end + 1;
  }
}

function personLine(uid: string, { alerts, ...person }: IndexedPerson): PersonLine {
  return {
    ...{ uid, ...person },
    alerts: alerts.map(indexedFields),
  };
}

function personIn({ uid, alerts, ...person }: PersonLine): [string, IndexedPerson] {
  return [uid, { ...person, alerts: alerts.map((alert) => ({ uid, ...alert })) }];
}

export interface IndexedPerson {
  preferences: PersonPreferences;
  /** Some may be deleted or paused by now. */
  alerts: ActiveAlert[];
  /** When all their matches were last sent, epoch milliseconds; null if unknown. */
  settledAtMs: number | null;
  /**
   * The run of the index that last checked all matches of the person against the sent log; null
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
 * @param settledAtMs For somebody new; null when they may not be new.
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
