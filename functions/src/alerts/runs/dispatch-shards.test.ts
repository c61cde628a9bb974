import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../contract/index.ts';
import { memoryOutbox } from '../fixtures/memory-outbox.ts';
import {
  memoryObjects,
  memoryRuns,
  memoryRunStore,
  memorySource,
} from '../fixtures/memory-shards.ts';
import { openIndex, saveIndex } from '../shards/open-index.ts';
import { dispatchShards, resumeShards } from './dispatch-shards.ts';
import type { Shard } from '../shards/shard-layout.ts';

const NOW = Date.UTC(2026, 10, 21, 13);
const SHARDS = 4;

/** Ticks and sweeps on a manual clock; queued tasks are only recorded. */
function simulated() {
  const shared = memoryRuns();
  const names = new Set<string>();
  const tasks: (Shard & { atMs: number })[] = [];
  let nowMs = NOW;
  const runs = memoryRunStore(shared);
  const queue = {
    enqueue: (shard: Shard, occasion: string) => {
      const name = `${shard.epoch} ${shard.shard} ${occasion}`;
      if (!names.has(name)) tasks.push({ ...shard, atMs: nowMs });
      names.add(name);
      return Promise.resolve();
    },
  };
  const parts = {
    noteSuppressions: () => Promise.resolve(),
    runs,
    queue,
    source: memorySource(memoryOutbox()),
    objects: memoryObjects(shared),
  };
  return {
    shared,
    tasks,
    passTo: (atMs: number) => (nowMs = atMs),
    tick: () => dispatchShards(parts, SHARDS, nowMs),
    sweep: () => resumeShards(parts, nowMs),
    /** The state that a shard's run leaves; `dies`: started but not ended. */
    run: ({ epoch, shard }: Shard, { dies = false } = {}) =>
      runs.changeState(epoch, shard, (before) => ({
        lastRunAtMs: nowMs,
        missed: [],
        startedAtMs: nowMs,
        report: dies ? (before?.report ?? null) : ({ atMs: nowMs } as never),
      })),
  };
}

test('a tick gives each shard one task, also when it comes twice', async () => {
  const { tick, tasks } = simulated();
  await Promise.all([tick(), tick()]);
  await tick();
  expect(tasks.map(({ shard }) => shard).sort()).toEqual([0, 1, 2, 3]);
});

test.each(['its task is lost', 'its process dies'])(
  'a shard has another task within ten minutes when %s, wherever the sweeps fall',
  async (how) => {
    for (let offset = 0; offset < 5; offset += 0.5) {
      const { tick, sweep, tasks, passTo, run } = simulated();
      await tick();
      passTo(NOW + 2000);
      for (const task of [...tasks]) {
        if (task.shard !== 2) await run(task);
        else if (how === 'its process dies') await run(task, { dies: true });
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

test('a second tick in a quarter of an hour publishes what the first did, and a later one goes on', async () => {
  const { tick, passTo, shared } = simulated();
  const minutes = [0, 15, 16, 17, 30, 45];
  const begins: number[] = [];
  for (const each of minutes) {
    passTo(NOW + each * MINUTE_MS);
    await tick();
    const { changes } = shared.layout;
    expect(changes?.untilMs).toBe(NOW + each * MINUTE_MS);
    begins.push(((changes?.fromMs ?? 0) - NOW) / MINUTE_MS);
  }
  expect(begins).toEqual([0, 0, 0, 0, 17, 30]);
});

test('changes that cannot be read, and a task that cannot be queued, cost no other shard', async () => {
  const shared = memoryRuns();
  const queued: number[] = [];
  const parts = {
    noteSuppressions: () => Promise.resolve(),
    runs: memoryRunStore(shared),
    source: {
      ...memorySource(memoryOutbox()),
      changedSince: () => Promise.reject(new Error('away')),
    },
    objects: memoryObjects(shared),
    queue: {
      enqueue: ({ shard }: Shard) => {
        if (shard === 1) return Promise.reject(new Error('away'));
        queued.push(shard);
        return Promise.resolve();
      },
    },
  };
  expect(await dispatchShards(parts, SHARDS, NOW)).toEqual({ changes: 0, enqueued: 3 });
  expect(queued).toEqual([0, 2, 3]);
  expect(shared.layout.changes).toBeNull();
});

test('more changes than fit into memory are left out, and the shards read everything at the next tick', async () => {
  const [shared, outbox] = [memoryRuns(), memoryOutbox()];
  const [objects, memory] = [memoryObjects(shared), memorySource(outbox)];
  const alert = { uid: 'ada', alertId: 'a', keyword: 'graphs', sinceMs: NOW + MINUTE_MS };
  const source = {
    ...memory,
    // Too many changes from this time on.
    changedSince: (sinceMs: number) =>
      sinceMs <= alert.sinceMs ? Promise.resolve(null) : memory.changedSince(sinceMs),
  };
  const parts = {
    noteSuppressions: () => Promise.resolve(),
    runs: memoryRunStore(shared),
    source,
    objects,
    queue: { enqueue: async () => {} },
  };
  /** Keywords in the single shard's index after a tick. */
  const tickAt = async (minutes: number) => {
    const nowMs = NOW + minutes * MINUTE_MS;
    await dispatchShards(parts, 1, nowMs);
    const shard = { epoch: shared.layout.epoch, shard: 0, shards: 1 };
    const open = await openIndex(parts, shard, nowMs);
    await saveIndex(objects, shard, open);
    return [...open.index.people.values()].flatMap(({ alerts }) =>
      alerts.map((each) => each.keyword),
    );
  };
  await tickAt(0);
  outbox.alerts.push(alert);
  expect(await tickAt(15)).toEqual([]);
  expect(await tickAt(30)).toEqual(['graphs']);
  // A full read happens once: a second one would notice the deletion.
  outbox.alerts.pop();
  expect(await tickAt(45)).toEqual(['graphs']);
});
