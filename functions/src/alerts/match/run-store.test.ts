import { beforeEach, expect, test } from 'vitest';
import { storedFirestore, type StoredFirestore } from '../../platform/testing/stored-firestore.ts';
import type { ShardState } from './run-progress.ts';
import { firestoreRunStore, type RunStore } from './run-store.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const PROGRESS = { lastRunAtMs: NOW, missed: [{ uid: 'ada', slotMs: NOW - 5 }] };
const STORED_PROGRESS = { lastRunAt: NOW, missed: [{ uid: 'ada', slot: NOW - 5 }] };
const NOTHING = { lastRunAtMs: null, missed: [] };
const READ_UNTIL = { catalogue: 'a', readUntilMs: 1 };
const LAYOUT = {
  epoch: 3,
  shards: 2,
  carried: PROGRESS,
  readUntil: READ_UNTIL,
  tickAtMs: NOW + 5,
};
const STATE = {
  ...PROGRESS,
  startedAtMs: NOW - 9,
  report: { people: 4 },
  cursor: { catalogue: 'a', readUntilMs: 1, newAfterMs: 2 },
  unstored: [{ uid: 'ada', since: null, lastRunAtMs: NOW - 8, failedAtMs: NOW - 7, failures: 2 }],
  awaited: [{ person: 'ada', title: 'the show' }],
} as unknown as ShardState;

let world: StoredFirestore;
let operations = { reads: 0, writes: 0 };
let runs: RunStore;

beforeEach(() => {
  world = storedFirestore(() => NOW);
  operations = { reads: 0, writes: 0 };
  runs = firestoreRunStore(world.firestore, operations);
});

test('begins with a layout without shards', async () => {
  const empty = { epoch: 0, shards: null, carried: NOTHING, readUntil: null, tickAtMs: null };
  expect(await runs.layout()).toEqual(empty);
  expect(operations.reads).toBe(1);
  const known = await runs.replaceLayout((before, states) => {
    expect([before, states]).toEqual([empty, []]);
    return LAYOUT;
  });
  expect(known).toEqual(LAYOUT);
  expect(await runs.layout()).toEqual(LAYOUT);
});

test('changes the layout of the runs', async () => {
  await runs.changeLayout(() => LAYOUT);
  expect(world.stored()).toEqual({
    'system/alerts': {
      epoch: 3,
      shards: 2,
      ...STORED_PROGRESS,
      readUntil: READ_UNTIL,
      tickAt: NOW + 5,
    },
  });
  const changed = await runs.changeLayout((before) => {
    expect(before).toEqual(LAYOUT);
    return { ...before, tickAtMs: null };
  });
  expect(await runs.layout()).toEqual(changed);
  expect(changed).toEqual({ ...LAYOUT, tickAtMs: null });
});

test('stores the state of each shard of each layout', async () => {
  expect(await runs.changeState(3, 1, (before) => (before === null ? STATE : before))).toBe(STATE);
  expect(operations).toEqual({ reads: 1, writes: 1 });
  const { report, cursor, unstored, awaited } = STATE;
  expect(world.stored()).toEqual({
    'system/alerts-3-1': {
      ...STORED_PROGRESS,
      startedAt: NOW - 9,
      report,
      cursor,
      unstored,
      awaited,
    },
  });
  expect(await runs.states(3, [0, 1])).toEqual([null, STATE]);
  expect(await runs.states(2, [1])).toEqual([null]);
  expect(operations.reads).toBe(4);
  expect(await runs.states(3, [])).toEqual([]);
  const changed = await runs.changeState(3, 1, (before) => ({ ...before!, awaited: [] }));
  expect(await runs.states(3, [1])).toEqual([changed]);
  const { awaited: _, unstored: __, ...without } = STATE;
  await runs.changeState(3, 1, () => without);
  expect(await runs.states(3, [1])).toEqual([{ ...STATE, awaited: [], unstored: [] }]);
});

test('a new layout sees the states of all old shards', async () => {
  await runs.changeLayout(() => LAYOUT);
  await runs.changeState(3, 1, () => STATE);
  await runs.changeState(2, 0, () => STATE);
  const changed = await runs.replaceLayout((before, states) => {
    expect(states).toEqual([null, STATE]);
    return { ...before, epoch: 4 };
  });
  expect(await runs.layout()).toEqual(changed);
  expect(changed.epoch).toBe(4);
});

test('two runs that change one state do not lose a change', async () => {
  await runs.changeState(3, 0, () => ({ ...STATE, missed: [] }));
  const add = (uid: string) =>
    runs.changeState(3, 0, (before) => ({
      ...before!,
      missed: [...before!.missed, { uid, slotMs: NOW }],
    }));
  await Promise.all([add('ada'), add('bob')]);
  const [state] = await runs.states(3, [0]);
  expect(state?.missed.map(({ uid }) => uid).sort()).toEqual(['ada', 'bob']);
});

test('replaces damaged fields by defaults, so that the runs go on', async () => {
  const odd = { lastRunAt: 5, missed: 5, epoch: 'x', shards: 'x', tickAt: 5 };
  world.set('system/alerts', odd);
  expect(await runs.layout()).toEqual({
    epoch: 0,
    shards: null,
    carried: NOTHING,
    readUntil: null,
    tickAtMs: null,
  });
  world.set('system/alerts-0-0', { ...odd, startedAt: 5, report: 5, cursor: 5, awaited: 5 });
  expect(await runs.states(0, [0])).toEqual([
    { ...NOTHING, startedAtMs: 0, report: null, cursor: null, unstored: [], awaited: [] },
  ]);
});
