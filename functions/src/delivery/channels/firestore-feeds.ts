import { isDeepStrictEqual } from 'node:util';
import { Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod';
import { type AlertItem, alertItemSchema, epochMs } from '../../contract/index.ts';
import { database } from '../../platform/firebase-admin.ts';
import { mergeItems } from './feed-items.ts';

/** Document `feedItems/{channelId}`, server only. */
const storedFeedSchema = z.object({
  uid: z.string(),
  tokenHash: z.string().optional(),
  title: z.string().default('Podcast alerts'),
  items: z.array(z.unknown()).transform((items) =>
    // Skip items whose format this version does not know.
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
 * Returns false if the feed does not exist. Reads the channel in the same transaction, so that a late message
 * cannot recreate a deleted feed. Idempotent.
 * @param datedMs Passed to {@link mergeItems} as `now`.
 */
export async function storeFeedItems(
  { id, uid }: { id: string; uid: string },
  items: readonly AlertItem[],
  now: number,
  datedMs: number | null = now,
): Promise<boolean> {
  const firestore = await database();
  const channel = firestore.doc(`channelSecrets/${id}`);
  const feed = firestore.doc(`feedItems/${id}`);
  return firestore.runTransaction(async (transaction) => {
    const [owner, stored] = await transaction.getAll(channel, feed);
    if (owner?.get('uid') !== uid) return false;
    const { data: before } = storedFeedSchema.safeParse(stored?.data());
    const merged = mergeItems(before?.items ?? [], items, datedMs);
    if (isDeepStrictEqual(merged, before?.items)) return true;
    const changedAt = nextVersion(before?.changedAt ?? 0, now);
    transaction.set(feed, { uid, items: merged, changedAt }, { merge: true });
    return true;
  });
}

/**
 * Gives each version of a feed its own second, because readers compare `Last-Modified`, which is precise to a second.
 * A burst of versions is therefore dated some seconds ahead.
 */
export function nextVersion(beforeMs: number, now: number): Timestamp {
  const nextSecondMs = (Math.floor(beforeMs / 1000) + 1) * 1000;
  return Timestamp.fromMillis(Math.max(now, nextSecondMs));
}

export interface FeedVersion {
  channelId: string;
  changedAtMs: number;
}

export interface PrivateFeed {
  title: string;
  /** Newest first. */
  items: readonly AlertItem[];
  changedAtMs: number;
}

/**
 * Returns `gone` for 30 days after the token is replaced or deleted.
 * @param known The version read last. If its feed still has the token, the token's document is not read.
 */
export async function readFeedVersion(
  hash: string,
  known: FeedVersion | null,
  now: number,
): Promise<FeedVersion | 'gone' | 'unknown'> {
  const firestore = await database();
  const versionOf = async (channelId: string): Promise<FeedVersion | null> => {
    const [feed] = await firestore.getAll(firestore.doc(`feedItems/${channelId}`), {
      fieldMask: ['tokenHash', 'changedAt'],
    });
    if (feed?.get('tokenHash') !== hash) return null;
    return { channelId, changedAtMs: epochMs(feed.get('changedAt')) ?? 0 };
  };
  const same = known === null ? null : await versionOf(known.channelId);
  if (same !== null) return same;
  const token = tokenSchema.safeParse((await firestore.doc(`feedTokens/${hash}`).get()).data());
  if (!token.success) return 'unknown';
  const { channelId, replacedAt, expireAt } = token.data;
  if (replacedAt === undefined) return (await versionOf(channelId)) ?? 'unknown';
  // Firestore deletes expired documents up to a day late, so compare the time here.
  return (epochMs(expireAt) ?? 0) > now ? 'gone' : 'unknown';
}

export async function readFeed(hash: string, channelId: string): Promise<PrivateFeed | null> {
  const stored = await (await database()).doc(`feedItems/${channelId}`).get();
  const feed = storedFeedSchema.safeParse(stored.data());
  if (!feed.success || feed.data.tokenHash !== hash) return null;
  const { title, items, changedAt } = feed.data;
  return { title, items, changedAtMs: changedAt };
}
