import { isDeepStrictEqual } from 'node:util';
import { Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod';
import { type AlertItem, alertItemSchema, epochMs } from '../../contract/index.ts';
import { database } from '../../platform/firebase-admin.ts';
import { mergeItems } from './feed-items.ts';

/** Document `feedItems/{channelId}`, for the server only. */
const storedFeedSchema = z.object({
  uid: z.string(),
  /** Hash of the token in the present address. */
  tokenHash: z.string().optional(),
  title: z.string().default('Podcast alerts'),
  items: z.array(z.unknown()).transform((items) =>
    // An item that another version of the program stored in another format is left out.
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
 * Adds items to a private feed, `feedItems/{channelId}`. The same transaction reads the channel, so that a
 * deleted feed stays deleted. Idempotent. False if there is no such feed.
 * @param datedMs Used as `now` of {@link mergeItems}.
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
 * Time of the next version, never in the same second as the last one, because readers compare
 * `Last-Modified`, which counts seconds. A burst of versions is dated some seconds ahead.
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
 * The version of a token's feed; `gone` for 30 days after the token was replaced or deleted. If `known`, the
 * version read before, is given, one small read is enough.
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
  // The time is compared here, because Firestore deletes expired documents up to a day late.
  return (epochMs(expireAt) ?? 0) > now ? 'gone' : 'unknown';
}

/** Null if the feed has another token by now. */
export async function readFeed(hash: string, channelId: string): Promise<PrivateFeed | null> {
  const stored = await (await database()).doc(`feedItems/${channelId}`).get();
  const feed = storedFeedSchema.safeParse(stored.data());
  if (!feed.success || feed.data.tokenHash !== hash) return null;
  const { title, items, changedAt } = feed.data;
  return { title, items, changedAtMs: changedAt };
}
