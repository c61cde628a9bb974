import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../contract/index.ts';
import { memoryObjects, storedRuns } from '../fixtures/stored-runs.ts';
import { dispatchShards, resumeShards } from './dispatch-shards.ts';
import type { Shard } from '../match/shard-layout.ts';

const NOW = Date.UTC(2026, 10, 21, 13);
const SHARDS = 4;

function simulated() {
  const shared = storedRuns();
  const names = new Set<string>();
  const tasks: (Shard & { atMs: number })[] = [];
  let nowMs = NOW;
  const runs = shared.store();
  const queue = {
    enqueue: (shard: Shard, occasion: string) => {
      const name = `${shard.epoch} ${shard.shard} ${occasion}`;
      if (!names.has(name)) tasks.push({ ...shard, atMs: nowMs });
      names.add(name);
      return Promise.resolve();
    },
  };
  const parts = {
    runs,
    queue,
    objects: memoryObjects(shared),
  };
  return {
    shared,
    tasks,
    passTo: (atMs: number) => (nowMs = atMs),
    tick: () => dispatchShards(parts, SHARDS, nowMs),
    sweep: () => resumeShards(parts, nowMs),
    run: ({ epoch, shard }: Shard, { dies = false } = {}) =>
      runs.changeState(epoch, shard, (before) => ({
        lastRunAtMs: nowMs,
        missed: [],
        startedAtMs: nowMs,
        cursor: null,
        report: dies ? (before?.report ?? null) : ({ atMs: nowMs } as never),
      })),
  };
}

test('a tick queues one task per shard, even if it runs twice', async () => {
  const { tick, tasks } = simulated();
  await Promise.all([tick(), tick()]);
  await tick();
  expect(tasks.map(({ shard }) => shard).sort()).toEqual([0, 1, 2, 3]);
});

test.each(['its task is lost', 'its process crashes'])(
  'a shard gets another task within ten minutes when %s, whenever sweeps run',
  async (how) => {
    for (let offset = 0; offset < 5; offset += 0.5) {
      const { tick, sweep, tasks, passTo, run } = simulated();
      await tick();
      passTo(NOW + 2000);
      for (const task of [...tasks]) {
        if (task.shard !== 2) await run(task);
        else if (how === 'its process crashes') await run(task, { dies: true });
      }
      for (let minutes = offset; minutes < 15; minutes += 5) {
        passTo(NOW + minutes * MINUTE_MS);
        await sweep();
        if (tasks.length > SHARDS) break;
      }
      const again = tasks.slice(SHARDS);
      expect(again.map(({ shard }) => shard)).toEqual([2]);
      expect(again[0]!.atMs - NOW).toBeLessThanOrEqual(10 * MINUTE_MS);
      await run(again[0]!);
      await sweep();
      expect(tasks).toHaveLength(SHARDS + 1);
    }
  },
);

test('a task that cannot be queued does not affect other shards', async () => {
  const shared = storedRuns();
  const queued: number[] = [];
  const parts = {
    runs: shared.store(),
    objects: memoryObjects(shared),
    queue: {
      enqueue: ({ shard }: Shard) => {
        if (shard === 1) return Promise.reject(new Error('away'));
        queued.push(shard);
        return Promise.resolve();
      },
    },
  };
  expect(await dispatchShards(parts, SHARDS, NOW)).toEqual({ enqueued: 3 });
  expect(queued).toEqual([0, 2, 3]);
});
