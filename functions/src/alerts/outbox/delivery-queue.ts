import { createHash } from 'node:crypto';
import * as z from 'zod';
import { database, taskQueues } from '../../platform/firebase-admin.ts';
import { errorName, log } from '../../platform/log.ts';
import { REGION } from '../../platform/runtime-options.ts';

export const deliveryTaskSchema = z.strictObject({ digestId: z.string().min(1).max(1000) });

type DeliveryTask = z.infer<typeof deliveryTaskSchema>;

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
    async enqueue(digestId, occasion, atMs) {
      const name = `locations/${REGION}/functions/${functionName}`;
      const queue = taskQueues().taskQueue<DeliveryTask>(name);
      try {
        await queue.enqueue(
          { digestId },
          {
            id: taskId(digestId, occasion),
            ...(atMs !== undefined && { scheduleTime: new Date(atMs) }),
          },
        );
      } catch (error) {
        if (!isThereAlready(error)) throw error;
      }
    },
  };
}

/** Starts with a hash, because Cloud Tasks is slow with sequential ids. */
function taskId(digestId: string, occasion: string): string {
  return `${createHash('sha256').update(digestId).digest('hex')}-${occasion}`;
}

export function isThereAlready(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === 'functions/task-already-exists'
  );
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
