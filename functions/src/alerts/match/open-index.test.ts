import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, DEFAULT_PREFERENCES, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { type StoredOutbox, storedOutbox } from '../fixtures/stored-outbox.ts';
import { memoryObjects } from '../fixtures/stored-runs.ts';
import type { AlertSource } from './alert-source.ts';
import { openIndex, saveIndex } from './open-index.ts';
import { keepLog } from '../../testing/test-log.ts';

beforeEach(() => void keepLog());

const TICK_MS = 15 * MINUTE_MS;
/** An hour after the daily full read of a single shard. */
const NOW = Date.UTC(2026, 10, 21, 13);
const SHARD = { epoch: 1, shard: 0, shards: 1 };

let outbox: StoredOutbox;
let objects: ReturnType<typeof memoryObjects>;
let stored: Map<string, { bytes: Buffer; generation: number }>;
let fullReads: number;
let source: AlertSource;

beforeEach(() => {
  outbox = storedOutbox();
  stored = new Map();
  objects = memoryObjects({ objects: stored });
  fullReads = 0;
  const memory = outbox.source();
  source = {
    ...memory,
    everythingIn: (range) => {
      fullReads += 1;
      return memory.everythingIn(range);
    },
  };
  save('ada', 'graphs', NOW - DAY_MS);
});

function save(uid: string, keyword: string, sinceMs: number): void {
  outbox.saveAlert({ uid, alertId: `${keyword}-${uid}`, keyword, sinceMs });
}

async function update(nowMs: number, shard = SHARD) {
  const open = await openIndex({ source, objects }, shard, nowMs);
  await saveIndex(objects, shard, open);
  const { people } = open.index;
  const keywords = [...people.values()].flatMap(({ alerts }) =>
    alerts.map(({ uid, keyword }) => `${uid} ${keyword}`),
  );
  return { ...open, keywords: keywords.sort(), people };
}

test('reads everything the first time, and only changes later', async () => {
  expect((await update(NOW)).keywords).toEqual(['ada graphs']);
  save('bob', 'trees', NOW + MINUTE_MS);
  outbox.preferences.set('ada', { ...DEFAULT_PREFERENCES, hour: 9, updatedAtMs: NOW + MINUTE_MS });
  const { keywords, people, changes } = await update(NOW + TICK_MS);
  expect(keywords).toEqual(['ada graphs', 'bob trees']);
  expect(people.get('ada')?.preferences.hour).toBe(9);
  expect(changes).toBe(2);
  expect(fullReads).toBe(1);
  expect((await update(NOW + 2 * TICK_MS)).changes).toBe(0);
});

test('an alert changed to notes only is in the index 15 minutes later', async () => {
  await update(NOW);
  outbox.replaceAlert(outbox.alerts[0]!.alertId, { spoken: false, changedAtMs: NOW + MINUTE_MS });
  const { people, changes } = await update(NOW + TICK_MS);
  expect(people.get('ada')?.alerts).toMatchObject([{ keyword: 'graphs', spoken: false }]);
  expect(changes).toBe(1);
  expect(fullReads).toBe(1);
  outbox.replaceAlert(outbox.alerts[0]!.alertId, { spoken: undefined, changedAtMs: NOW + TICK_MS });
  const { differed } = await openIndex({ source, objects }, SHARD, NOW + TICK_MS, true);
  expect(differed).toBe(0);
});

test('a write that became readable after a run is in the next index', async () => {
  await update(NOW);
  await update(NOW + TICK_MS);
  save('bob', 'trees', NOW + TICK_MS - MINUTE_MS);
  expect((await update(NOW + 2 * TICK_MS)).keywords).toEqual(['ada graphs', 'bob trees']);
  expect(fullReads).toBe(1);
});

test('a shard reads the changes of hours, and everything if there are too many', async () => {
  await update(NOW);
  for (let tick = 0; tick < 4; tick += 1) {
    save('bob', `topic ${tick}`, NOW + tick * TICK_MS + MINUTE_MS);
  }
  const { changedSince } = source;
  source = { ...source, changedSince: () => Promise.resolve(null) };
  expect((await openIndex({ source, objects }, SHARD, NOW + 4 * TICK_MS)).differed).toBe(0);
  expect(fullReads).toBe(2);
  source = { ...source, changedSince };
  expect((await update(NOW + 4 * TICK_MS)).keywords).toHaveLength(5);
  expect(fullReads).toBe(2);
});

test('returns the people of the shard whose preferences changed', async () => {
  await update(NOW);
  outbox.preferences.set('ada', { ...DEFAULT_PREFERENCES, hour: 9, updatedAtMs: NOW + MINUTE_MS });
  expect((await update(NOW + TICK_MS)).changedPeople).toEqual(['ada']);
  expect((await update(NOW + 2 * TICK_MS)).changedPeople).toEqual([]);
});

test.each(['lost', 'damaged', 'from another layout', 'from the future'])(
  'an index that is %s is rebuilt',
  async (how) => {
    await update(NOW);
    if (how === 'lost') stored.delete('shard-0');
    if (how === 'damaged') stored.set('shard-0', { bytes: Buffer.from('{'), generation: 7 });
    save('bob', 'trees', NOW + MINUTE_MS);
    const shard = how === 'from another layout' ? { ...SHARD, epoch: 2 } : SHARD;
    const nowMs = how === 'from the future' ? NOW - 3 * HOUR_MS : NOW + MINUTE_MS;
    const { keywords, differed } = await update(nowMs, shard);
    expect(keywords).toEqual(['ada graphs', 'bob trees']);
    expect({ differed, fullReads }).toEqual({ differed: 0, fullReads: 2 });
    expect((await update(nowMs, shard)).keywords).toEqual(keywords);
    expect(fullReads).toBe(2);
  },
);

test('only one of two concurrent runs saves its index', async () => {
  await update(NOW);
  save('bob', 'trees', NOW + MINUTE_MS);
  const nowMs = NOW + TICK_MS;
  const [one, two] = await Promise.all([
    openIndex({ source, objects }, SHARD, nowMs),
    openIndex({ source, objects }, SHARD, nowMs),
  ]);
  await saveIndex(objects, SHARD, one);
  two.index.people.clear();
  await saveIndex(objects, SHARD, two);
  expect((await update(nowMs)).keywords).toEqual(['ada graphs', 'bob trees']);
});

test('the daily full read adds missed changes and drops deleted alerts', async () => {
  await update(NOW);
  save('bob', 'restored', NOW - 30 * DAY_MS);
  outbox.preferences.set('ada', { ...DEFAULT_PREFERENCES, hour: 7, updatedAtMs: NOW - DAY_MS });
  save('bob', 'trees', NOW + DAY_MS - MINUTE_MS);
  outbox.pauseAlert('graphs-ada');
  const { keywords, differed } = await update(NOW + 95 * TICK_MS);
  expect(fullReads).toBe(2);
  expect(keywords).toEqual(['bob restored', 'bob trees']);
  expect(differed).toBe(2);
});

/** Saves an index in which nothing is pending for Ada. */
async function nothingPending(): Promise<void> {
  const open = await openIndex({ source, objects }, SHARD, NOW);
  for (const person of open.index.people.values()) person.pending = { mail: false };
  await saveIndex(objects, SHARD, open);
}

test('the outbox is read again after an undone pause', async () => {
  await nothingPending();
  expect((await update(NOW + TICK_MS)).people.get('ada')?.pending).toEqual({ mail: false });
  const [alert] = outbox.alerts;
  outbox.replaceAlert(alert!.alertId, { changedAtMs: NOW + TICK_MS + MINUTE_MS });
  const { people, changes } = await update(NOW + 2 * TICK_MS);
  expect([changes, people.get('ada')?.pending]).toEqual([1, undefined]);
});

test.each([
  ['retains what is pending', true],
  ['reads the outbox again if changes are missing', false],
])('a full read %s', async (_name, hasChanges) => {
  await nothingPending();
  if (!hasChanges) source = { ...source, changedSince: () => Promise.resolve(null) };
  const { index } = await openIndex({ source, objects }, SHARD, NOW + TICK_MS, true);
  expect(index.people.get('ada')?.pending).toEqual(hasChanges ? { mail: false } : undefined);
});

test('only people with wrong entries lose their pending state', async () => {
  save('bob', 'trees', NOW - DAY_MS);
  const open = await openIndex({ source, objects }, SHARD, NOW);
  for (const person of open.index.people.values()) person.pending = { mail: false };
  await saveIndex(objects, SHARD, open);
  save('bob', 'restored', NOW - 30 * DAY_MS);
  const { index, differed } = await openIndex({ source, objects }, SHARD, NOW + MINUTE_MS, true);
  expect(differed).toBe(1);
  expect(index.people.get('ada')?.pending).toEqual({ mail: false });
  expect(index.people.get('bob')?.pending).toBeUndefined();
});

test('full reads of all shards are spread over the day', async () => {
  const hours: number[] = [];
  const shards = 8;
  for (let shard = 0; shard < shards; shard += 1) {
    const each = { epoch: 1, shard, shards };
    stored.clear();
    await update(NOW, each);
    for (let tick = 1; tick <= 95; tick += 1) {
      const { differed } = await update(NOW + tick * TICK_MS, each);
      if (differed !== null) hours.push((13 + Math.floor(tick / 4)) % 24);
    }
  }
  expect([...hours].sort((a, b) => a - b)).toEqual([1, 4, 7, 10, 13, 16, 19, 22]);
});

test('an index that lacks a day of changes retains when each person was served', async () => {
  const open = await openIndex({ source, objects }, SHARD, NOW);
  for (const person of open.index.people.values()) person.settledAtMs = NOW;
  await saveIndex(objects, SHARD, open);
  outbox.preferences.set('ada', { ...DEFAULT_PREFERENCES, hour: 7, updatedAtMs: NOW + DAY_MS });
  const { index, differed } = await openIndex({ source, objects }, SHARD, NOW + 2 * DAY_MS);
  expect(differed).toBe(0);
  expect(index.people.get('ada')).toMatchObject({ settledAtMs: NOW, preferences: { hour: 7 } });
});
