import { createHash } from 'node:crypto';
import * as z from 'zod';
import { enqueueTask } from '../../platform/enqueue-task.ts';
import { database } from '../../platform/firebase-admin.ts';
import { errorName, log } from '../../platform/log.ts';

export const deliveryTaskSchema = z.strictObject({ digestId: z.string().min(1).max(1000) });

export interface DeliveryQueue {
  /**
   * Deduplicated by digest and occasion while Cloud Tasks remembers the task id. Delivering twice is safe.
   * @param atMs Earliest delivery, epoch milliseconds. The emulator ignores it.
   */
  enqueue(digestId: string, occasion: string, atMs?: number): Promise<void>;
}

/** Logs errors, because `resumeDigests` queues the digest within minutes. */
export async function enqueueFirst(
  queue: DeliveryQueue,
  id: string,
  { atMs, event }: { atMs?: number | undefined; event: string },
): Promise<void> {
  try {
    await queue.enqueue(id, 'first', atMs);
  } catch (error) {
    log('warn', event, { digestId: id, error: errorName(error) });
  }
}

export const cloudTasksQueue = queueOf('deliverDigest');

/** Separate from mail, so that slow receivers do not delay mail. */
export const messageQueue = queueOf('deliverToChannel');

function queueOf(functionName: string): DeliveryQueue {
  return {
    enqueue: (digestId, occasion, atMs) =>
      enqueueTask(functionName, { digestId }, { id: taskId(digestId, occasion), atMs }),
  };
}

/** Starts with a hash, because Cloud Tasks is slow with sequential ids. */
function taskId(digestId: string, occasion: string): string {
  return `${createHash('sha256').update(digestId).digest('hex')}-${occasion}`;
}

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
