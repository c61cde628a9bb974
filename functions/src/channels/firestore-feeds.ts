import { Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod';
import { type AlertItem, alertItemSchema } from '../contract/index.ts';
import { database } from '../platform/firebase-admin.ts';
import { mergeItems } from './feed-items.ts';

const storedItemsSchema = z.object({
  uid: z.string(),
  items: z.array(z.custom<AlertItem>((item) => alertItemSchema.safeParse(item).success)),
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
    const before = storedItemsSchema.safeParse(stored?.data());
    const merged = mergeItems(before.success ? before.data.items : [], items);
    transaction.set(feed, { uid, items: merged, changedAt: Timestamp.fromMillis(now) });
    return true;
  });
}
