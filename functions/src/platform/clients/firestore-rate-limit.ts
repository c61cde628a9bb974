import { setTimeout as pause } from 'node:timers/promises';
import { type DocumentReference, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod';
import { database } from '../firebase-admin.ts';
import { createTurns } from '../turns.ts';
import { withTimeout } from '../with-timeout.ts';
import { createClientIds } from './client-key.ts';
import { countCalls, type RateDecision, type RateWindow } from './count-call.ts';

/** Counts a client's calls across all instances. Rejects if the store is unreachable. */
export type CountShared = (
  client: string,
  wanted: readonly number[],
  now: number,
  window: RateWindow,
) => Promise<RateDecision[]>;

const CONNECT_WITHIN_MS = 3_000;
/** Write attempts; an attempt fails if another instance wrote first. */
const MOST_ROUNDS = 20;
const LONGEST_PAUSE_MS = 40;

/** gRPC's NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION, ABORTED: another instance wrote first. */
const OVERTAKEN: readonly unknown[] = [5, 6, 9, 10];

export const clientId = createClientIds();

const inTurn = createTurns();

const callsSchema = z.array(z.number()).catch([]);

/**
 * Calls of one client take turns within an instance. Instances use optimistic locking with retries, which
 * takes tens of milliseconds; concurrent Firestore transactions wait a second or more. Browsers cannot read
 * the documents `rateLimits/{keyed hash of the client}`. Rejects after {@link MOST_ROUNDS} conflicts.
 */
export const countInFirestore: CountShared = (client, wanted, now, window) =>
  inTurn(client, () => countUntilWritten(client, wanted, now, window));

const countUntilWritten: CountShared = async (client, wanted, now, window) => {
  const store = await database();
  const document = store.collection('rateLimits').doc(await clientId(store, client));
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const counted = await countOnce(document, wanted, now, window);
    if (counted !== null) return counted;
    await pause(Math.random() * LONGEST_PAUSE_MS);
  }
  throw new Error(`Write conflict after ${MOST_ROUNDS} attempts.`);
};

/** Null if another instance wrote between the read and the write. */
async function countOnce(
  document: DocumentReference,
  wanted: readonly number[],
  now: number,
  window: RateWindow,
): Promise<RateDecision[] | null> {
  const snapshot = await document.get();
  const earlier = callsSchema.parse(snapshot.get('calls'));
  const { decisions, taken } = countCalls(earlier, wanted, now, window);
  if (!decisions.some(({ allowed }) => allowed)) return decisions;
  const fields = { calls: taken, expireAt: Timestamp.fromMillis(now + window.windowMs) };
  try {
    if (snapshot.updateTime === undefined) await document.create(fields);
    else await document.update(fields, { lastUpdateTime: snapshot.updateTime });
    return decisions;
  } catch (error) {
    if (error instanceof Error && 'code' in error && OVERTAKEN.includes(error.code)) return null;
    throw error;
  }
}

/** Connects to Firestore in advance, which takes up to a second in a new instance. Never rejects. */
export async function connectSharedCount(): Promise<void> {
  const store = await database();
  const answer = clientId(store, 'none').then((id) => store.doc(`rateLimits/${id}`).get());
  await withTimeout(CONNECT_WITHIN_MS, () => answer).catch(() => undefined);
}
