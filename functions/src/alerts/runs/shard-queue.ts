import * as z from 'zod';
import { taskQueues } from '../../platform/firebase-admin.ts';
import { REGION } from '../../platform/runtime-options.ts';
import type { Shard } from './shard-layout.ts';

export const shardTaskSchema = z.strictObject({
  epoch: z.int().nonnegative(),
  shard: z.int().nonnegative(),
  shards: z.int().positive(),
});

export interface ShardQueue {
  /**
   * Has a shard looked at soon. The same shard with the same occasion is queued once, for as long as
   * the queue remembers; looking at it twice does no harm.
   */
  enqueue(shard: Shard, occasion: string): Promise<void>;
}

/** The task function of shard-task.ts, as Cloud Tasks knows it. */
const SHARD_QUEUE = `locations/${REGION}/functions/planAlerts`;

/** As long as the function may run: Cloud Tasks gives up a call earlier by itself. */
export const SHARD_TIMEOUT_SECONDS = 900;

export const cloudTasksShardQueue: ShardQueue = {
  async enqueue(shard, occasion) {
    const queue = taskQueues().taskQueue<Shard>(SHARD_QUEUE);
    try {
      await queue.enqueue(shard, {
        // Begins with what differs most: Cloud Tasks grows slow with ids that follow one another.
        id: `${shard.shard}-of-${shard.shards}-${shard.epoch}-${occasion}`,
        dispatchDeadlineSeconds: SHARD_TIMEOUT_SECONDS,
      });
    } catch (error) {
      if (!isThereAlready(error)) throw error;
    }
  },
};

function isThereAlready(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === 'functions/task-already-exists'
  );
}
