import { expect, test } from 'vitest';
import { changedLayout, progressOf, type ShardLayout, shardsOf } from './shard-layout.ts';
import type { ShardState } from './run-progress.ts';

const first: ShardLayout = {
  epoch: 4,
  shards: 2,
  readUntil: null,
  tickAtMs: 3,
  carried: {
    lastRunAtMs: 100,
    missed: [
      { uid: 'Ada', slotMs: 90 },
      { uid: 'grace', slotMs: 90 },
    ],
  },
};

const state = (lastRunAtMs: number | null, ...missed: string[]): ShardState => ({
  lastRunAtMs,
  missed: missed.map((uid) => ({ uid, slotMs: 150 })),
  startedAtMs: 0,
  report: null,
  cursor: null,
});

test('new shards start where the slowest was, with all missed slots', () => {
  const layout = changedLayout(first, [state(200, 'Bob'), state(160, 'linus', 'mary')], 16);
  expect(layout).toMatchObject({ epoch: 5, shards: 16, tickAtMs: 3 });
  const progress = shardsOf(layout).map(({ shard }) => progressOf(layout, shard, null));
  expect(new Set(progress.map(({ lastRunAtMs }) => lastRunAtMs))).toEqual(new Set([160]));
  const missed = progress.flatMap((each) => each.missed.map(({ uid }) => uid));
  expect(missed.sort()).toEqual(['Bob', 'linus', 'mary']);
});

test('a shard that never ran has the carried progress', () => {
  const layout = changedLayout(first, [null, state(200, 'linus')], 1);
  expect(progressOf(layout, 0, null)).toEqual({
    lastRunAtMs: 100,
    missed: [
      { uid: 'Ada', slotMs: 90 },
      { uid: 'linus', slotMs: 150 },
    ],
  });
});

test('there is no progress before the first run', () => {
  const never = { ...first, shards: null, carried: { lastRunAtMs: null, missed: [] } };
  const layout = changedLayout(never, [], 2);
  expect(progressOf(layout, 1, null)).toEqual({ lastRunAtMs: null, missed: [] });
  expect(changedLayout(layout, [null, state(5)], 3).carried.lastRunAtMs).toBeNull();
});

test('a shard that ran has its own progress', () => {
  expect(progressOf(first, 0, state(300, 'Cleo'))).toMatchObject({ lastRunAtMs: 300 });
});

test('too many missed slots for a document reset the progress to before the first', () => {
  const many = Array.from({ length: 1000 }, (_, each) => `p${each}`);
  const states = Array.from({ length: 11 }, (_, shard) => state(200 + shard, ...many));
  const { carried } = changedLayout({ ...first, shards: 11 }, states, 16);
  expect(carried).toEqual({ lastRunAtMs: 149, missed: [] });
  const [one] = states as [ShardState];
  expect(changedLayout({ ...first, shards: 1 }, [one], 16).carried).toMatchObject({
    lastRunAtMs: 200,
    missed: one.missed,
  });
});

test('knows what all old shards had read of one catalogue', () => {
  const at = (readUntilMs: number, catalogue = 'a') => ({ catalogue, readUntilMs });
  const read = (cursor: ShardState['cursor'], since?: ShardState['cursor']): ShardState => ({
    ...state(200),
    cursor,
    ...(since !== undefined && {
      unstored: [{ uid: 'Ada', since, lastRunAtMs: 1, failedAtMs: 2, failures: 3 }],
    }),
  });
  const readUntil = (...states: (ShardState | null)[]) =>
    changedLayout({ ...first, readUntil: at(5) }, states, 16).readUntil;
  expect(readUntil(read(at(8)), read(at(7)))).toEqual(at(7));
  expect(readUntil(read(at(8)), read(at(7), at(6)))).toEqual(at(6));
  expect(readUntil(read(at(8)), null)).toEqual(at(5));
  expect(readUntil(read(at(8)), read(null))).toEqual(at(5));
  expect(readUntil()).toEqual(at(5));
  expect(readUntil(read(at(8)), read(at(7), null))).toBeNull();
  expect(readUntil(read(at(8)), read(at(7, 'b')))).toBeNull();
});
