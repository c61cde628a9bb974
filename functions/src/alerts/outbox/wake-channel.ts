import { database } from '../../platform/firebase-admin.ts';
import { messageQueue } from './delivery-queue.ts';

export async function wakeChannel(channelId: string, nowMs: number): Promise<void> {
  const waiting = await (
    await database()
  )
    .collection('digests')
    .where('channel.id', '==', channelId)
    .where('state', '==', 'queued')
    .select()
    .get();
  for (const { id } of waiting.docs) await messageQueue.enqueue(id, `at-${nowMs}`);
}
