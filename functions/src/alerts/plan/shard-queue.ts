import * as z from 'zod';
import { taskQueues } from '../../platform/firebase-admin.ts';
import { REGION } from '../../platform/runtime-options.ts';
import type { Shard } from '../match/shard-layout.ts';
import { isThereAlready } from '../outbox/delivery-queue.ts';

export const shardTaskSchema = z.strictObject({
  epoch: z.int().nonnegative(),
  shard: z.int().nonnegative(),
  shards: z.int().positive(),
});

export interface ShardQueue {
  /** Deduplicated by shard and occasion as long as Cloud Tasks remembers the task id. Running twice is safe. */
  enqueue(shard: Shard, occasion: string): Promise<void>;
}

const SHARD_QUEUE = `locations/${REGION}/functions/planAlerts`;

/** Timeout of the function and of the task; the default of Cloud Tasks is shorter. */
export const SHARD_TIMEOUT_SECONDS = 900;

export const cloudTasksShardQueue: ShardQueue = {
  async enqueue(shard, occasion) {
    const queue = taskQueues().taskQueue<Shard>(SHARD_QUEUE);
    try {
      await queue.enqueue(shard, {
        // Starts with the varying part: Cloud Tasks is slow with sequential ids.
        id: `${shard.shard}-of-${shard.shards}-${shard.epoch}-${occasion}`,
        dispatchDeadlineSeconds: SHARD_TIMEOUT_SECONDS,
      });
    } catch (error) {
      if (!isThereAlready(error)) throw error;
    }
  },
};
