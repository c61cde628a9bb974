import { createHash } from 'node:crypto';
import * as z from 'zod';
import { taskQueues } from '../../platform/firebase-admin.ts';
import { REGION } from '../../platform/runtime-options.ts';

export const deliveryTaskSchema = z.strictObject({ digestId: z.string().min(1).max(1000) });

type DeliveryTask = z.infer<typeof deliveryTaskSchema>;

export interface DeliveryQueue {
  /**
   * Has a digest delivered soon. The same digest with the same occasion is queued once, for as long
   * as the queue remembers; delivering twice does no harm.
   * @param atMs Not before this moment, epoch milliseconds. The emulated queue does not wait for it.
   */
  enqueue(digestId: string, occasion: string, atMs?: number): Promise<void>;
}

/** The task function of deliver-task.ts, as Cloud Tasks knows it. */
const DELIVERY_QUEUE = `locations/${REGION}/functions/deliverDigest`;

export const cloudTasksQueue: DeliveryQueue = {
  async enqueue(digestId, occasion, atMs) {
    const queue = taskQueues().taskQueue<DeliveryTask>(DELIVERY_QUEUE);
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

/** Begins with a hash: Cloud Tasks grows slow with ids that follow one another. */
function taskId(digestId: string, occasion: string): string {
  return `${createHash('sha256').update(digestId).digest('hex')}-${occasion}`;
}

function isThereAlready(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === 'functions/task-already-exists'
  );
}
