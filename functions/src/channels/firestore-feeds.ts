import { Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod';
import { type AlertItem, alertItemSchema, epochMs } from '../contract/index.ts';
import { database } from '../platform/firebase-admin.ts';
import { mergeItems } from './feed-items.ts';

/** `feedItems/{channelId}`, for the server only. */
const storedFeedSchema = z.object({
  uid: z.string(),
  /** Of the address that is valid now. */
  tokenHash: z.string().optional(),
  title: z.string().default('Podcast alerts'),
  items: z.array(z.unknown()).transform((items) =>
    // An item of another version is left out.
    items.flatMap((item) => alertItemSchema.safeParse(item).data ?? []),
  ),
  changedAt: z.unknown().transform((at) => epochMs(at) ?? 0),
});

const tokenSchema = z.object({
  channelId: z.string(),
  replacedAt: z.unknown().optional(),
  expireAt: z.unknown().optional(),
});

/**
 * Adds items to a private feed, `feedItems/{channelId}`, in one transaction with a look at its channel: what is
 * deleted stays so. May be repeated. False if there is no such feed.
 */
export async function storeFeedItems(
  { id, uid }: { id: string; uid: string },
  items: readonly AlertItem[],
  now: number,
): Promise<boolean> {
  const firestore = await database();
  const channel = firestore.doc(`channelSecrets/${id}`);
  const feed = firestore.doc(`feedItems/${id}`);
  return firestore.runTransaction(async (transaction) => {
    const [owner, stored] = await transaction.getAll(channel, feed);
    if (owner?.get('uid') !== uid) return false;
    const before = storedFeedSchema.safeParse(stored?.data());
    const merged = mergeItems(before.success ? before.data.items : [], items);
    const changedAt = Timestamp.fromMillis(now);
    transaction.set(feed, { uid, items: merged, changedAt }, { merge: true });
    return true;
  });
}

export interface PrivateFeed {
  channelId: string;
  title: string;
  /** The newest first. */
  items: readonly AlertItem[];
  changedAtMs: number;
}

export type FeedReading =
  | { kind: 'feed'; feed: PrivateFeed }
  /** As it was when it was last read. */
  | { kind: 'unchanged' }
  /** Replaced or deleted within the last 30 days. */
  | { kind: 'gone' }
  | { kind: 'unknown' };

/** The feed of a token's hash. `known`: what an earlier reading gave, which makes this one a single small read. */
export async function readFeed(
  hash: string,
  known: Pick<PrivateFeed, 'channelId' | 'changedAtMs'> | null,
  now: number,
): Promise<FeedReading> {
  const firestore = await database();
  if (known !== null) {
    const [state] = await firestore.getAll(firestore.doc(`feedItems/${known.channelId}`), {
      fieldMask: ['tokenHash', 'changedAt'],
    });
    const isSame = epochMs(state?.get('changedAt')) === known.changedAtMs;
    if (state?.get('tokenHash') === hash && isSame) return { kind: 'unchanged' };
  }
  const token = tokenSchema.safeParse((await firestore.doc(`feedTokens/${hash}`).get()).data());
  if (!token.success) return { kind: 'unknown' };
  const { channelId, replacedAt, expireAt } = token.data;
  if (replacedAt !== undefined) {
    // Firestore deletes expired documents within a day.
    return { kind: (epochMs(expireAt) ?? 0) > now ? 'gone' : 'unknown' };
  }
  const stored = await firestore.doc(`feedItems/${channelId}`).get();
  const feed = storedFeedSchema.safeParse(stored.data());
  if (!feed.success || feed.data.tokenHash !== hash) return { kind: 'unknown' };
  const { title, items, changedAt } = feed.data;
  return { kind: 'feed', feed: { channelId, title, items, changedAtMs: changedAt } };
}
