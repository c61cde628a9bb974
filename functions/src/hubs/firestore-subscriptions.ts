import { randomBytes } from 'node:crypto';
import type { DocumentSnapshot, Query } from 'firebase-admin/firestore';
import type { FeedHub } from '../feeds/feed-model.ts';
import { database } from '../platform/firebase-admin.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { errorName, log } from '../platform/log.ts';
import { randomToken, subscriptionId } from './callback-path.ts';
import { type Subscription, type SubscriptionChange, subscriptionSchema } from './subscription.ts';

export interface StoredSubscription extends Subscription {
  id: string;
}

const SECRET_BYTES = 32;
/** Max reported feeds at a time. The next run takes the rest. */
const MAX_REPORTED = 100;
/** A refresh stops waiting for Firestore after this time and continues. */
const TIMEOUT_MS = 30_000;

/** gRPC NOT_FOUND and FAILED_PRECONDITION: another process has deleted or changed the document. */
const CONFLICT_CODES: readonly unknown[] = [5, 9];

const collection = async () => (await database()).collection('hubSubscriptions');

export async function readSubscription(id: string): Promise<StoredSubscription | null> {
  return read(await (await collection()).doc(id).get());
}

/** Stores that the feed is to be subscribed at this hub; the hub is asked soon. Idempotent. */
export async function wantSubscription(feedUrl: string, hub: FeedHub, now: number): Promise<void> {
  const document = (await collection()).doc(subscriptionId(feedUrl, hub));
  const known = read(await document.get());
  if (known?.isWanted) return;
  if (known !== null) {
    await document.update({ isWanted: true, tries: 0, nextAskAtMs: now });
    return;
  }
  const subscription: Subscription = {
    feedUrl,
    ...hub,
    token: randomToken(),
    secret: randomBytes(SECRET_BYTES).toString('base64url'),
    isWanted: true,
    askedAtMs: null,
    answeredAtMs: null,
    tries: 0,
    nextAskAtMs: now,
    leaseEndsAtMs: null,
    dueAtMs: null,
    fetchedAtMs: null,
    vain: 0,
  };
  await document.set(subscription);
}

export async function endSubscription(feedUrl: string, hub: FeedHub, now: number): Promise<void> {
  const id = subscriptionId(feedUrl, hub);
  if ((await readSubscription(id))?.isWanted !== true) return;
  await changeSubscription(id, { isWanted: false, tries: 0, nextAskAtMs: now, dueAtMs: null });
}

/** False if the subscription does not exist any more. */
export async function changeSubscription(
  id: string,
  change: SubscriptionChange | 'deleted',
): Promise<boolean> {
  const document = (await collection()).doc(id);
  return unlessChanged(() => (change === 'deleted' ? document.delete() : document.update(change)));
}

/** Returns subscriptions whose hub is to be asked by `now`, the longest due first. */
export async function subscriptionsToAsk(
  now: number,
  limit: number,
): Promise<StoredSubscription[]> {
  const query = (await collection()).where('nextAskAtMs', '<=', now).orderBy('nextAskAtMs');
  return all(query.limit(limit));
}

/**
 * Returns subscriptions whose feed is due because of a notification, each to one process only. They are no longer due
 * afterwards: if the process dies, the feed is fetched by its rhythm. Empty if Firestore is away.
 */
export async function takeReportedFeeds(now: number): Promise<StoredSubscription[]> {
  try {
    return await withTimeout(TIMEOUT_MS, () => takeDue(now));
  } catch (error) {
    log('warn', 'reported-feeds-away', { reason: errorName(error) });
    return [];
  }
}

async function takeDue(now: number): Promise<StoredSubscription[]> {
  // Firestore orders by the field of a range.
  const query = (await collection()).where('dueAtMs', '<=', now);
  const taken = await Promise.all(
    (await query.limit(MAX_REPORTED).get()).docs.map(async (document) => {
      const subscription = read(document);
      const isOurs = await unlessChanged(() =>
        document.ref.update(
          { dueAtMs: null, fetchedAtMs: now },
          { lastUpdateTime: document.updateTime },
        ),
      );
      return isOurs ? subscription : null;
    }),
  );
  return taken.filter((subscription) => subscription !== null);
}

async function all(query: Query): Promise<StoredSubscription[]> {
  return (await query.get()).docs.map(read).filter((found) => found !== null);
}

function read(document: DocumentSnapshot): StoredSubscription | null {
  const { data } = subscriptionSchema.safeParse(document.data());
  return data === undefined ? null : { id: document.id, ...data };
}

async function unlessChanged(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    const isConflict =
      error instanceof Error && 'code' in error && CONFLICT_CODES.includes(error.code);
    if (!isConflict) throw error;
    return false;
  }
}
