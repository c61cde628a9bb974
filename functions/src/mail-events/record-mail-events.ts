import type { MailEvent } from '../mail/transport/mail-reports.ts';

interface BelievedEvent extends MailEvent {
  /** False after the person changed the address or left. */
  isTheirs: boolean;
}

/** Each method takes any number of items and makes few requests. */
export interface MailEventStore {
  /** Owners by digest id, without deleted digests. */
  digestOwners(digestIds: string[]): Promise<ReadonlyMap<string, unknown>>;
  recorded(eventIds: string[]): Promise<ReadonlySet<string>>;
  theirs(events: MailEvent[]): Promise<ReadonlySet<string>>;
  /** Writes up to {@link EVENTS_A_WRITE} events, all or none; false if one is known. */
  write(events: BelievedEvent[], now: number): Promise<boolean>;
}

/** An event takes up to three writes; Firestore accepts 500 at once. */
export const EVENTS_A_WRITE = 150;

const MOST_ROUNDS = 5;

interface RecordedCounts {
  recorded: number;
  /** Recorded earlier, or repeated in the list. */
  known: number;
  refused: number;
}

/**
 * Suppresses the events' addresses, once per event. Events for another person than the digest's
 * owner are refused; events of deleted digests are accepted, since the mail service signed them.
 * Safe to repeat.
 */
export async function recordMailEvents(
  store: MailEventStore,
  events: readonly MailEvent[],
  now: number,
): Promise<RecordedCounts> {
  const different = [...new Map(events.map((event) => [event.id, event])).values()];
  const [owners, known] = await Promise.all([
    store.digestOwners([...new Set(different.map(({ digestId }) => digestId))]),
    store.recorded(different.map(({ id }) => id)),
  ]);
  const believed = different.filter(
    ({ digestId, uid }) => !owners.has(digestId) || owners.get(digestId) === uid,
  );
  const fresh = believed.filter(({ id }) => !known.has(id));
  const theirs = await store.theirs(fresh);
  let recorded = 0;
  // In order: of several events of one address the last wins.
  for (let start = 0; start < fresh.length; start += EVENTS_A_WRITE) {
    const some = fresh.slice(start, start + EVENTS_A_WRITE);
    recorded += await write(
      store,
      some.map((event) => ({ ...event, isTheirs: theirs.has(event.id) })),
      now,
    );
  }
  const refused = different.length - believed.length;
  return { recorded, known: events.length - recorded - refused, refused };
}

/** The number of written events, without those that another instance recorded meanwhile. */
async function write(store: MailEventStore, events: BelievedEvent[], now: number): Promise<number> {
  let left = events;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    if (left.length === 0 || (await store.write(left, now))) return left.length;
    const known = await store.recorded(left.map(({ id }) => id));
    left = left.filter(({ id }) => !known.has(id));
  }
  throw new Error(`Write conflict after ${MOST_ROUNDS} attempts.`);
}
