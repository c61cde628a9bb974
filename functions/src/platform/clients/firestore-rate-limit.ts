import { setTimeout as pause } from 'node:timers/promises';
import { type DocumentReference, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod';
import { database } from '../firebase-admin.ts';
import { createKeyedQueue } from '../keyed-queue.ts';
import { withTimeout } from '../with-timeout.ts';
import { createClientIds } from './client-key.ts';
import { countCalls, type RateDecision, type RateWindow } from './count-call.ts';

/** Counts across all instances. Rejects if the store is unreachable. */
export type CountShared = (
  client: string,
  wanted: readonly number[],
  now: number,
  window: RateWindow,
) => Promise<RateDecision[]>;

const CONNECT_TIMEOUT_MS = 3_000;
const MAX_ATTEMPTS = 20;
const MAX_PAUSE_MS = 40;

/** gRPC NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION, ABORTED: another instance wrote first. */
const CONFLICT_CODES: readonly unknown[] = [5, 6, 9, 10];

export const clientId = createClientIds();

const enqueue = createKeyedQueue();

const callsSchema = z.array(z.number()).catch([]);

/**
 * Queues calls of a client within an instance. Across instances, it uses optimistic locking with retries, which
 * takes tens of milliseconds; concurrent transactions would wait a second or more. Browsers cannot read
 * `rateLimits/{keyed hash of the client}`. Rejects after {@link MAX_ATTEMPTS} conflicts.
 */
export const countInFirestore: CountShared = (client, wanted, now, window) =>
  enqueue(client, () => countUntilWritten(client, wanted, now, window));

const countUntilWritten: CountShared = async (client, wanted, now, window) => {
  const store = await database();
  const document = store.collection('rateLimits').doc(await clientId(store, client));
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const counted = await countOnce(document, wanted, now, window);
    if (counted !== null) return counted;
    await pause(Math.random() * MAX_PAUSE_MS);
  }
  throw new Error(`Write conflict after ${MAX_ATTEMPTS} attempts.`);
};

/** Null if another instance wrote in between. */
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
    if (error instanceof Error && 'code' in error && CONFLICT_CODES.includes(error.code))
      return null;
    throw error;
  }
}

/** Warms up the connection, which takes up to a second in a new instance. Never rejects. */
export async function connectSharedCount(): Promise<void> {
  const store = await database();
  const answer = clientId(store, 'none').then((id) => store.doc(`rateLimits/${id}`).get());
  await withTimeout(CONNECT_TIMEOUT_MS, () => answer).catch(() => undefined);
}
