import { isDeepStrictEqual } from 'node:util';
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
 * @param datedMs As `now` of {@link mergeItems}.
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

/** Readers know a version by its second (`Last-Modified`): two have never the same, and a burst is dated some seconds ahead. */
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
  /** The newest first. */
  items: readonly AlertItem[];
  changedAtMs: number;
}

/**
 * The version of a token's feed; `gone` for 30 days after it was replaced or deleted. `known`, what an earlier
 * reading gave, makes this one a single small read.
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
  // Firestore deletes expired documents within a day.
  return (epochMs(expireAt) ?? 0) > now ? 'gone' : 'unknown';
}

/** Null if the feed's token is another by now. */
export async function readFeed(hash: string, channelId: string): Promise<PrivateFeed | null> {
  const stored = await (await database()).doc(`feedItems/${channelId}`).get();
  const feed = storedFeedSchema.safeParse(stored.data());
  if (!feed.success || feed.data.tokenHash !== hash) return null;
  const { title, items, changedAt } = feed.data;
  return { title, items, changedAtMs: changedAt };
}
