import type { MailEvent } from './read-mail-events.ts';

/** An event with what is known about whom it concerns. */
interface BelievedEvent extends MailEvent {
  /** Whether the address is still the person's; not so when they have another one, or are gone. */
  isTheirs: boolean;
}

/** What recording events acts on. Each method takes any number at once, and asks in few requests. */
export interface MailEventStore {
  /** Whose the digests are, by their ids; those that are gone are left out. */
  digestOwners(digestIds: string[]): Promise<ReadonlyMap<string, unknown>>;
  /** Which of the events are recorded already, by their ids. */
  recorded(eventIds: string[]): Promise<ReadonlySet<string>>;
  /** Which of the events name the address that their person has now, by their ids. */
  theirs(events: MailEvent[]): Promise<ReadonlySet<string>>;
  /** Records all of up to {@link EVENTS_A_WRITE} events, or none and answers false where one of them is known. */
  write(events: BelievedEvent[], now: number): Promise<boolean>;
}

/** An event takes up to three writes, and Firestore up to 500 at once. */
export const EVENTS_A_WRITE = 150;

/** As often another instance may record some of the same events meanwhile. */
const MOST_ROUNDS = 5;

interface RecordedCounts {
  recorded: number;
  /** Recorded earlier, or more than once in this list. */
  known: number;
  /** The digest is another person's. */
  refused: number;
}

/**
 * Stops mail to the events' addresses, once however often an event is reported, and tells the owners
 * why. An event whose person is not the digest's is not believed; a digest that is gone was ours all
 * the same, for nobody else signs with SendGrid's key for us. A failure is thrown; events recorded
 * before it are known when the list comes again.
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
  // One after the other: of several events of one address, the last in the list has the last word.
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

/** How many were written: those that another instance has not recorded meanwhile. */
async function write(store: MailEventStore, events: BelievedEvent[], now: number): Promise<number> {
  let left = events;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    if (left.length === 0 || (await store.write(left, now))) return left.length;
    const known = await store.recorded(left.map(({ id }) => id));
    left = left.filter(({ id }) => !known.has(id));
  }
  throw new Error(`Write conflict after ${MOST_ROUNDS} attempts.`);
}
