import { INDEX_FORMAT, type IndexedAlert, indexedFields } from './indexed-documents.ts';
import type { IndexedPerson, ShardIndex } from './shard-index.ts';
import type { UidRange } from './uid-range.ts';

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
