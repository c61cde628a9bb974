import { expect, test } from 'vitest';
import { DEFAULT_PREFERENCES } from '../../contract/index.ts';
import { NONE_COUNTED, withCounted } from '../matching/counted-matches.ts';
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
const episode = {
  id: 7,
  item: 'https://show.example/feed ID',
  title: 'On “graphs”\n',
  podcast: '日本',
  pubDateMs: 10,
  ingestedAtMs: 11,
  changedAtMs: 12,
  fingerprint: '00ff',
  run: 3,
  copies: { keys: [1, 2], ofAudio: [1], audio: 3, group: null, feedId: 4 },
};
const waiting = { ...episode, item: 'other', forFollowers: true as const };
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
        checkedInRun: 3,
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
        checkedInRun: null,
      },
    ],
  ]),
  changesUntilMs: 100,
  rereadAtMs: 50,
  runs: 4,
  matches: {
    catalogue: 'one',
    readUntilMs: 90,
    provenAtMs: 80,
    windowEpisodes: 70,
    partial: ['graphs'],
    lastRead: [[90, '7 00ff'] as const],
    queries: new Map([
      [
        'graphs',
        {
          sinceMs: 0,
          held: [episode],
          counted: withCounted(
            NONE_COUNTED,
            new Map([
              [5, 6],
              [9, 5000],
            ]),
          ),
          forFollowers: [waiting],
        },
      ],
      ['日本', { sinceMs: 60, held: [episode], counted: NONE_COUNTED, forFollowers: [] }],
      ['日本\n', { sinceMs: 0, held: [], counted: NONE_COUNTED, forFollowers: [] }],
    ]),
  },
};

function packed(): Buffer {
  return Buffer.concat([...packIndex(index, 2, range)]);
}

test('an index is read as it was written', () => {
  expect(unpackIndex(packed(), 2, range)).toEqual(index);
});

test('a large index is written in pieces', () => {
  const queries = new Map(index.matches.queries);
  for (let each = 0; each < 20_000; each += 1) {
    const held = each % 100 > 0 ? [] : [{ ...episode, id: each, item: `日本 ${each}` }];
    queries.set(`query ${each}`, { sinceMs: each, held, counted: NONE_COUNTED, forFollowers: [] });
  }
  const large = { ...index, matches: { ...index.matches, queries } };
  const pieces = [...packIndex(large, 2, range)];
  expect(pieces.length).toBeGreaterThan(1);
  expect(unpackIndex(Buffer.concat(pieces), 2, range)).toEqual(large);
});

test('one of another layout or part, or a damaged one, is none', () => {
  expect(unpackIndex(packed(), 3, range)).toBeNull();
  expect(unpackIndex(packed(), 2, { ...range, before: null })).toBeNull();
  const whole = packed();
  for (let length = 0; length < whole.length; length += 1) {
    expect(unpackIndex(whole.subarray(0, length), 2, range)).toBeNull();
  }
  expect(unpackIndex(Buffer.concat([whole, Buffer.from('[]\n')]), 2, range)).toBeNull();
  expect(unpackIndex(Buffer.from('{"format":0}\n'), 2, range)).toBeNull();
});
