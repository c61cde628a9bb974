import type { MailEvent } from '../../delivery/mail/transport/mail-reports.ts';

interface BelievedEvent extends MailEvent {
  /** False if the person has changed the address since. */
  isTheirs: boolean;
}

/** Methods accept any number of items, unless stated otherwise. */
export interface MailEventStore {
  /** Owners by digest id. Deleted digests are absent. */
  digestOwners(digestIds: string[]): Promise<ReadonlyMap<string, unknown>>;
  recorded(eventIds: string[]): Promise<ReadonlySet<string>>;
  theirs(events: MailEvent[]): Promise<ReadonlySet<string>>;
  /** Atomic, for up to {@link EVENTS_A_WRITE} events. Returns false if one of them is already recorded. */
  write(events: BelievedEvent[], now: number): Promise<boolean>;
}

/** An event takes up to three writes, and Firestore accepts 500 at once. */
export const EVENTS_A_WRITE = 150;

const MAX_ROUNDS = 5;

interface RecordedCounts {
  recorded: number;
  /** Events that were recorded earlier or are repeated in the list. */
  known: number;
  refused: number;
}

/**
 * Suppresses the events' addresses. Refuses events whose person does not own the digest. Accepts events of
 * deleted digests, because the mail service signed them. Idempotent.
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
  // Writes in order, because the last event of an address wins.
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

async function write(store: MailEventStore, events: BelievedEvent[], now: number): Promise<number> {
  let left = events;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    if (left.length === 0 || (await store.write(left, now))) return left.length;
    const known = await store.recorded(left.map(({ id }) => id));
    left = left.filter(({ id }) => !known.has(id));
  }
  throw new Error(`Write conflict after ${MAX_ROUNDS} attempts.`);
}
