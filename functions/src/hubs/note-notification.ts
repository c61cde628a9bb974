import { createSizedCache } from '../platform/sized-cache.ts';
import { isToken } from './callback-path.ts';
import {
  changeSubscription,
  readSubscription,
  type StoredSubscription,
} from './firestore-subscriptions.ts';
import { isSignedByHub } from './hub-signature.ts';
import { queueEarlyRefresh } from './queue-early-refresh.ts';
import { dueAfterNotification, isActive } from './subscription.ts';

interface Notification {
  id: string;
  token: string;
  body: Uint8Array;
  /** Value of `X-Hub-Signature`. */
  signature: string | undefined;
}

interface Noted {
  status: number;
  outcome: 'unknown' | 'inactive' | 'unsigned' | 'pending' | 'due';
}

/**
 * How long an instance answers repeated notifications without reading the subscription again. Longer, a notification
 * could be ignored that arrives just after the feed was fetched.
 */
const FRESH_MS = 2_000;
const CACHE_BYTES = 5_000_000;
/** Approximate size of a subscription in memory. */
const SUBSCRIPTION_BYTES = 5_000;

interface Recent {
  readAtMs: number;
  /** Concurrent notifications share one read, and one object, so that only one of them writes. */
  found: Promise<StoredSubscription | null>;
}

const recent = createSizedCache<Recent>(CACHE_BYTES, () => SUBSCRIPTION_BYTES);

/**
 * Makes the feed due. Its content counts for nothing, so a false notification costs one fetch at most. A notification
 * with a wrong signature is answered like any other, as WebSub demands, and ignored.
 * @param countUnknown Counts a read of a callback that may not exist; the returned function takes it back.
 */
export async function noteNotification(
  { id, token, body, signature }: Notification,
  now: number,
  countUnknown: () => () => void,
): Promise<Noted> {
  const known = await readRecent(id, now, countUnknown);
  // 410 tells the hub that the subscription has ended.
  if (known === null || !isToken(token, known.token) || !known.isWanted) {
    return { status: 410, outcome: 'unknown' };
  }
  if (!isActive(known, now)) return { status: 202, outcome: 'inactive' };
  if (!isSignedByHub(body, signature, known.secret)) return { status: 202, outcome: 'unsigned' };
  const dueAtMs = dueAfterNotification(known, now);
  if (dueAtMs === null) return { status: 202, outcome: 'pending' };
  known.dueAtMs = dueAtMs;
  try {
    await changeSubscription(id, { dueAtMs });
  } catch (error) {
    known.dueAtMs = null;
    throw error;
  }
  await queueEarlyRefresh(dueAtMs);
  return { status: 202, outcome: 'due' };
}

async function readRecent(
  id: string,
  now: number,
  countUnknown: () => () => void,
): Promise<StoredSubscription | null> {
  const cached = recent.get(id);
  if (cached !== undefined && Math.abs(now - cached.readAtMs) < FRESH_MS) return cached.found;
  const takeBack = countUnknown();
  const found = readSubscription(id);
  recent.set(id, { readAtMs: now, found });
  try {
    if ((await found) !== null) takeBack();
  } catch (error) {
    recent.delete(id);
    throw error;
  }
  return found;
}
