import { MAIL } from '../../contract/index.ts';
import { slotOf } from '../../delivery/links/alert-identity.ts';
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
} from '../alert-record.ts';
import { isInRange, type UidRange } from './shard-layout.ts';

const NEWLINE = 10;
const FORMAT = `${INDEX_FORMAT} / pending`;
/** Characters per piece. An index may have hundreds of MB, which must not be in memory as one string. */
const PIECE_LENGTH = 2 ** 18;

interface Header extends Pick<ShardIndex, 'changesUntilMs' | 'rereadAtMs'> {
  format: string;
  epoch: number;
  range: UidRange;
  people: number;
}

interface PersonLine extends Omit<IndexedPerson, 'alerts'> {
  uid: string;
  alerts: IndexedAlert[];
}

export function* packIndex(
  index: ShardIndex,
  epoch: number,
  range: UidRange,
): Generator<Buffer, void> {
  let piece = '';
  for (const each of indexLines(index, epoch, range)) {
    piece += `${JSON.stringify(each)}\n`;
    if (piece.length < PIECE_LENGTH) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  yield Buffer.from(piece);
}

function* indexLines(index: ShardIndex, epoch: number, range: UidRange): Generator {
  const { people, changesUntilMs, rereadAtMs } = index;
  const header: Header = {
    format: FORMAT,
    epoch,
    range,
    changesUntilMs,
    rereadAtMs,
    people: people.size,
  };
  yield header;
  for (const [uid, person] of people) yield personLine(uid, person);
}

export function unpackIndex(bytes: Buffer, epoch: number, range: UidRange): ShardIndex | null {
  try {
    const lines = linesOf(bytes);
    const header = lines.next().value as Header;
    const { changesUntilMs, rereadAtMs } = header;
    const isOurs = header.format === FORMAT && header.epoch === epoch;
    if (!isOurs || header.range.from !== range.from || header.range.before !== range.before) {
      return null;
    }
    const people = new Map<string, IndexedPerson>();
    for (let left = header.people; left > 0; left -= 1) {
      const [uid, person] = personIn(lines.next().value as PersonLine);
      people.set(uid, person);
    }
    if (lines.next().done !== true) return null;
    return { people, changesUntilMs, rereadAtMs };
  } catch {
    return null; // truncated or corrupt
  }
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
    uid,
    ...person,
    alerts: alerts.map(indexedFields),
  };
}

function personIn({ uid, alerts, ...person }: PersonLine): [string, IndexedPerson] {
  return [uid, { ...person, alerts: alerts.map((alert) => ({ uid, ...alert })) }];
}

export interface IndexedPerson {
  preferences: PersonPreferences;
  /** May include deleted or paused alerts. */
  alerts: ActiveAlert[];
  /** When all matches of the person were last sent, epoch milliseconds. Null if unknown. */
  settledAtMs: number | null;
  /**
   * True if matches are pending, by channel id or {@link MAIL}. Without an entry, the outbox must be read.
   */
  pending?: Record<string, boolean> | undefined;
}

/**
 * A shard's cache of alerts and preferences. Deleted and paused alerts remain until the next full read, so an
 * alert's document is checked before its matches are sent.
 */
export interface ShardIndex {
  people: Map<string, IndexedPerson>;
  changesUntilMs: number;
  rereadAtMs: number;
}

export function emptyIndex(): ShardIndex {
  return { people: new Map(), changesUntilMs: 0, rereadAtMs: 0 };
}

/** Returns the number of changed entries. Idempotent. */
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
    // The change may have made matches pending again, for example those of a failed digest.
    delete person.pending;
  }
  for (const alert of alerts) {
    if (!isInRange(alert.uid, range)) continue;
    const person = personOf(alert.uid);
    // A new alert may have reused the slot of a deleted alert.
    const slot = slotOf(alert.alertId);
    const known = person.alerts.findIndex((each) => slotOf(each.alertId) === slot);
    const before = person.alerts[known];
    // An undone pause or deletion leaves the alert the same, but a run in between did not see its matches.
    delete person.pending;
    if (before !== undefined && sameAlert(before, alert)) continue;
    different += 1;
    const others = person.alerts.filter((_, index) => index !== known);
    person.alerts = [...others, alert];
  }
  return different;
}

export function setPending(
  { people }: Pick<ShardIndex, 'people'>,
  { uid, channelId = MAIL }: { uid: string; channelId?: string },
  isPending: boolean,
): void {
  const person = people.get(uid);
  if (person !== undefined) person.pending = { ...person.pending, [channelId]: isPending };
}

export function removeAlerts(person: IndexedPerson, alertIds: ReadonlySet<string>): void {
  person.alerts = person.alerts.filter(({ alertId }) => !alertIds.has(alertId));
}

const DEFAULTS = readPreferences();

function newPerson(settledAtMs: number | null): IndexedPerson {
  return { preferences: DEFAULTS, alerts: [], settledAtMs };
}
