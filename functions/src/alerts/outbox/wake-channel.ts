import { nextInTurn, readTurns } from '../../delivery/channels/channel-turns.ts';
import { database } from '../../platform/firebase-admin.ts';
import { messageQueue } from './delivery-queue.ts';

/**
 * Queues the next message of a channel that its owner has switched on; each message wakes the one after it.
 */
export async function wakeChannel(uid: string, channelId: string, nowMs: number): Promise<void> {
  const stored = await (await database()).doc(`users/${uid}/channels/${channelId}`).get();
  const next = nextInTurn(readTurns(channelId, stored.data() ?? {}) ?? {}, nowMs);
  if (next !== null) await messageQueue.enqueue(next, `at-${nowMs}`);
}
