import type { MailEvent } from '../mail/transport/mail-reports.ts';

/** An event, and what is known about the person it concerns. */
interface BelievedEvent extends MailEvent {
  /** Whether the person still has this address; false after they changed it or left. */
  isTheirs: boolean;
}

/**
 * The storage that recording events needs. Each method takes any number of items, and makes few
 * requests.
 */
export interface MailEventStore {
  /** Owners of the digests, by the digests' ids; deleted digests are left out. */
  digestOwners(digestIds: string[]): Promise<ReadonlyMap<string, unknown>>;
  /** Ids of the events that are recorded already. */
  recorded(eventIds: string[]): Promise<ReadonlySet<string>>;
  /** Ids of the events that name their person's current address. */
  theirs(events: MailEvent[]): Promise<ReadonlySet<string>>;
  /**
   * Records up to {@link EVENTS_A_WRITE} events, all or none; resolves with false where one of them
   * is known.
   */
  write(events: BelievedEvent[], now: number): Promise<boolean>;
}

/** An event takes up to three writes, and Firestore accepts up to 500 at once. */
export const EVENTS_A_WRITE = 150;

/** Attempts to write; each fails when another instance recorded some of the same events first. */
const MOST_ROUNDS = 5;

interface RecordedCounts {
  recorded: number;
  /** Recorded earlier, or repeated in this list. */
  known: number;
  /** The digest is another person's. */
  refused: number;
}

/**
 * Stops mail to the events' addresses and tells the owners why, once per event however often it is
 * reported. An event that names another person than its digest's owner is ignored. One whose digest
 * is gone is accepted, because only SendGrid can sign for us. A failure is thrown; events recorded
 * before it are recognised when the list is sent again.
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
  // One after the other, so that the last of several events of one address wins.
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

/** How many were written; events that another instance recorded meanwhile do not count. */
async function write(store: MailEventStore, events: BelievedEvent[], now: number): Promise<number> {
  let left = events;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    if (left.length === 0 || (await store.write(left, now))) return left.length;
    const known = await store.recorded(left.map(({ id }) => id));
    left = left.filter(({ id }) => !known.has(id));
  }
  throw new Error(`Write conflict after ${MOST_ROUNDS} attempts.`);
}
