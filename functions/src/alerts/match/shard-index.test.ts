import { expect, test } from 'vitest';
import { DEFAULT_PREFERENCES } from '../../contract/index.ts';
import { packIndex, type ShardIndex, unpackIndex } from './shard-index.ts';

const range = { from: 'A', before: 'K' };
const never = {
  updatedAtMs: null,
  unmailedAtMs: null,
  unmailedFor: null,
  retryAtMs: null,
  resumedAtMs: null,
  followedShows: ['0123456789abcdef0123'],
};
const index: ShardIndex = {
  people: new Map([
    [
      'Ada',
      {
        preferences: { ...DEFAULT_PREFERENCES, timeZone: 'Asia/Kolkata', ...never },
        alerts: [
          { uid: 'Ada', alertId: '000-x', keyword: 'Zürich “Graphs”\n', sinceMs: 12.5 },
          { uid: 'Ada', alertId: 'b', keyword: '日本', sinceMs: 0 },
          { uid: 'Ada', alertId: 'c', keyword: '日本 -東京', language: 1, sinceMs: 0 },
          { uid: 'Ada', alertId: 'd', keyword: '日本', spoken: false, sinceMs: 0 },
          { uid: 'Ada', alertId: 'e', keyword: '-東', language: 1, spoken: false, sinceMs: 0 },
        ],
        settledAtMs: 17,
        pending: { mail: false, hook: true },
      },
    ],
    [
      'Bob',
      {
        preferences: {
          ...DEFAULT_PREFERENCES,
          cadence: 'paused',
          updatedAtMs: 5,
          unmailedAtMs: 6,
          unmailedFor: 'unverified',
          retryAtMs: 7,
          resumedAtMs: 8,
        },
        alerts: [],
        settledAtMs: null,
      },
    ],
  ]),
  changesUntilMs: 100,
  rereadAtMs: 50,
};

function packed(): Buffer {
  return Buffer.concat([...packIndex(index, 2, range)]);
}

test('an index survives packing and unpacking', () => {
  expect(unpackIndex(packed(), 2, range)).toEqual(index);
});

test('a large index is packed in pieces', () => {
  const people = new Map(index.people);
  const [bob] = [...index.people.values()].slice(-1);
  for (let each = 0; each < 2000; each += 1) people.set(`Bob ${each}`, bob!);
  const large = { ...index, people };
  const pieces = [...packIndex(large, 2, range)];
  expect(pieces.length).toBeGreaterThan(1);
  expect(unpackIndex(Buffer.concat(pieces), 2, range)).toEqual(large);
});

test('an index of another layout or range, or a corrupt one, is rejected', () => {
  expect(unpackIndex(packed(), 3, range)).toBeNull();
  expect(unpackIndex(packed(), 2, { ...range, before: null })).toBeNull();
  const whole = packed();
  for (let length = 0; length < whole.length; length += 1) {
    expect(unpackIndex(whole.subarray(0, length), 2, range)).toBeNull();
  }
  expect(unpackIndex(Buffer.concat([whole, Buffer.from('[]\n')]), 2, range)).toBeNull();
  expect(unpackIndex(Buffer.from('{"format":0}\n'), 2, range)).toBeNull();
});
