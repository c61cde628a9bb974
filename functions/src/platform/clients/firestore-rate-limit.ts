import { setTimeout as pause } from 'node:timers/promises';
import { type DocumentReference, type Firestore, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod';
import { database } from '../firebase-admin.ts';
import { createKeyedQueue } from '../keyed-queue.ts';
import { withTimeout } from '../with-timeout.ts';
import { countCalls, type RateDecision, type RateWindow } from './count-call.ts';
import { createHmac, randomBytes } from 'node:crypto';

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

const KEY_BYTES = 32;

const storedSchema = z.object({ day: z.string(), key: z.base64() });

/**
 * Creates ids for rate limits: HMACs of client addresses. All instances share the key, which changes daily (UTC).
 * Without the key, nobody can recover an address by hashing all addresses.
 */
export function createClientIds(now: () => number = Date.now) {
  let cached: { day: string; key: Promise<string> } | null = null;

  return async function clientId(store: Firestore, client: string): Promise<string> {
    const day = new Date(now()).toISOString().slice(0, 10);
    if (cached?.day !== day) cached = { day, key: loadKey(store, day) };
    const current = cached;
    // Do not cache a failure.
    current.key.catch(() => (cached = cached === current ? null : cached));
    const key = Buffer.from(await current.key, 'base64');
    return createHmac('sha256', key).update(client).digest('base64url');
  };
}

/** Browsers cannot read `system/callerKey`. An instance whose clock is behind uses a newer stored key. */
async function loadKey(store: Firestore, day: string): Promise<string> {
  const document = store.doc('system/callerKey');
  return store.runTransaction(async (transaction) => {
    const stored = storedSchema.safeParse((await transaction.get(document)).data());
    if (stored.success && stored.data.day >= day) return stored.data.key;
    const key = randomBytes(KEY_BYTES).toString('base64');
    transaction.set(document, { day, key });
    return key;
  });
}
