import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../contract/index.ts';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import type { DigestSection } from './digest.ts';
import { EMPTY_PENDING, type Pending, type PendingEpisode } from './pending-document.ts';
import { keptOf, MAX_PENDING_BYTES, moreIn, MAX_KEPT, tidied, withMatches } from './pending.ts';
import { withRestored } from './restore-pending.ts';
import { keyHash, pairBytes, pairsIn, wordsHash } from './sent-log.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const WORDS = wordsHash({ keyword: 'ledgers' });

function match(number: number, fields: Partial<PendingEpisode> = {}) {
  const item = `https://show.example/feed ${number}`;
  const episode = {
    id: number,
    item,
    title: `Episode ${number}`,
    podcast: 'The Show',
    pubDateMs: NOW,
    link: `https://show.example/${number}`,
    ingestedAtMs: NOW,
    ...fields,
  };
  return { hash: keyHash(item), episode };
}

const matches = (count: number, fields?: Partial<PendingEpisode>) =>
  Array.from({ length: count }, (_, index) => match(count - index, fields));
const added = (pending: Pending, alertId: string, episodes: ReturnType<typeof matches>) =>
  withMatches(pending, [{ alertId, words: WORDS, episodes }], NOW);
const countOf = ({ alerts }: Pending, alertId: string) => {
  const alert = alerts[alertId];
  return alert === undefined ? [0, 0] : [pairsIn(alert.keys).length, moreIn(alert)];
};

test('retains when an episode was first found', () => {
  const first = added(EMPTY_PENDING, 'a', [match(1, { foundAtMs: NOW })]);
  const again = [match(1, { foundAtMs: NOW + DAY_MS })];
  expect(added(first, 'a', again)).toBe(first);
  const both = added(first, 'b', again);
  expect(Object.values(both.episodes).map(({ foundAtMs }) => foundAtMs)).toEqual([NOW]);
});

test('adding the same matches again changes nothing, in any parts', () => {
  const part = fc.array(fc.nat(120), { maxLength: 120 });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
      let pending = EMPTY_PENDING;
      for (const numbers of parts)
        pending = added(
          pending,
          'a',
          numbers.map((each) => match(each)),
        );
      const distinct = new Set(parts.flat()).size;
      const held = Math.min(distinct, MAX_KEPT);
      expect(countOf(pending, 'a')).toEqual([held, distinct - held]);
      for (const numbers of parts) {
        expect(
          added(
            pending,
            'a',
            numbers.map((each) => match(each)),
          ),
        ).toBe(pending);
      }
    }),
    { numRuns: fuzzRuns(100) },
  );
});

test('retains the newest matches of an alert and counts the others', () => {
  const pending = added(EMPTY_PENDING, 'a', matches(MAX_KEPT + 7));
  expect(countOf(pending, 'a')).toEqual([MAX_KEPT, 7]);
  expect(Object.keys(pending.episodes)).toHaveLength(MAX_KEPT);
  expect(pending.episodes[match(7).hash]).toBeUndefined();
});

test('fits into its limit with 200 alerts of 100 matches each, and counts the rest', () => {
  const long = {
    title: 'Ledgers and '.repeat(40),
    link: `https://show.example/${'x'.repeat(400)}`,
  };
  const all = Array.from({ length: 200 }, (_, alert) => ({
    alertId: `a${alert}`,
    words: WORDS,
    episodes: Array.from({ length: 100 }, (_, at) => match(alert * 100 + at, long)),
  }));
  const pending = withMatches(EMPTY_PENDING, all, NOW);
  const keyBytes = Object.values(pending.alerts).map(
    ({ keys, more }) => keys.length + (more?.length ?? 0),
  );
  const bytes =
    Buffer.byteLength(JSON.stringify(pending.episodes)) +
    keyBytes.reduce((sum, each) => sum + each);
  expect(bytes).toBeLessThan(MAX_PENDING_BYTES);
  for (let alert = 0; alert < 200; alert += 1) {
    const [held = 0, more = 0] = countOf(pending, `a${alert}`);
    expect(held + more).toBe(100);
  }
});

test('retains some matches even if one per alert does not fit', () => {
  const long = {
    title: '播'.repeat(500),
    podcast: '客'.repeat(300),
    item: `https://show.example/${'x'.repeat(2000)}`,
    link: `https://show.example/${'x'.repeat(2000)}`,
  };
  const all = Array.from({ length: 200 }, (_, alert) => ({
    alertId: `a${alert}`,
    words: WORDS,
    episodes: [match(2 * alert, long), match(2 * alert + 1, long)],
  }));
  const pending = withMatches(EMPTY_PENDING, all, NOW);
  const held = Object.values(pending.alerts).map(({ keys }) => pairsIn(keys).length);
  expect(Buffer.byteLength(JSON.stringify(pending.episodes))).toBeLessThan(MAX_PENDING_BYTES);
  expect(held.filter((count) => count === 1).length).toBeGreaterThanOrEqual(50);
  expect(Object.values(pending.alerts).map((alert, at) => (held[at] ?? 0) + moreIn(alert))).toEqual(
    all.map(() => 2),
  );
});

test('drops matches that were stored too long ago', () => {
  const old = added(EMPTY_PENDING, 'a', [match(1, { ingestedAtMs: NOW - 18 * DAY_MS }), match(2)]);
  expect(countOf(old, 'a')).toEqual([1, 0]);
});

test('marks matches of several queries to be compared again, and only counts the last query’s', () => {
  const first = added(EMPTY_PENDING, 'a', matches(MAX_KEPT + 7));
  const other = { alertId: 'a', words: 'other', episodes: [match(1000)] };
  const reworded = withMatches(first, [other], NOW);
  expect(reworded.alerts['a']).toMatchObject({ words: 'other', isMixed: true });
  expect(countOf(reworded, 'a')).toEqual([MAX_KEPT, 1]);
  const restored = withRestored(
    reworded,
    [section([match(2000)], 9)],
    { facts: {}, createdAtMs: NOW },
    NOW,
  );
  expect(restored.alerts['a']).toMatchObject({ words: 'other', isMixed: true });
  expect(countOf(restored, 'a')).toEqual([MAX_KEPT, 2]);
});

const section = (episodes: ReturnType<typeof matches>, moreCount = 0): DigestSection => ({
  alertId: 'a',
  keyword: 'ledgers',
  episodes: episodes.map(({ episode: { title, link, podcast, pubDateMs } }) => ({
    title,
    link,
    podcast,
    pubDateMs,
    image: '',
    excerpt: 'on >>>ledgers<<<',
  })),
  moreCount,
  episodeIds: pairBytes(episodes.map(({ hash }) => hash)),
  keys: pairBytes(episodes.map(({ hash }) => hash)),
  keyCounts: episodes.map(() => 1),
});

test('matches of an unmailed digest are pending again as before', () => {
  const before = added(EMPTY_PENDING, 'a', matches(5));
  const left = keptOf(before, { isKept: () => false, nowMs: NOW });
  expect(left).toEqual(EMPTY_PENDING);
  const facts = before.episodes;
  const restored = withRestored(left, [section(matches(5))], { facts, createdAtMs: NOW }, NOW);
  expect(restored.episodes).toEqual(before.episodes);
  expect(new Set(pairsIn(restored.alerts['a']!.keys))).toEqual(
    new Set(pairsIn(before.alerts['a']!.keys)),
  );
});

test('matches of an unmailed digest without facts are pending again as shown', () => {
  const restored = withRestored(EMPTY_PENDING, [section(matches(2), 3)], { createdAtMs: NOW }, NOW);
  expect(countOf(restored, 'a')).toEqual([2, 3]);
  expect(Object.values(restored.alerts['a']?.shown ?? {})).toMatchObject([
    { title: 'Episode 2', excerpt: 'on >>>ledgers<<<' },
    { title: 'Episode 1' },
  ]);
  expect(Object.values(restored.episodes)[0]?.hashes).toEqual([match(2).hash]);
});

test('adding matches leaves nothing to tidy, however many and old they are', () => {
  const batch = fc.record({
    alertId: fc.constantFrom('a', 'b', 'c'),
    numbers: fc.array(fc.nat(200), { maxLength: 90 }),
    length: fc.constantFrom(0, 400, 4000),
    ageDays: fc.constantFrom(0, 16, 18),
  });
  fc.assert(
    fc.property(fc.array(batch, { minLength: 1, maxLength: 6 }), (batches) => {
      let pending = EMPTY_PENDING;
      for (const { alertId, numbers, length, ageDays } of batches) {
        const fields = { title: 'é'.repeat(length), ingestedAtMs: NOW - ageDays * DAY_MS };
        pending = added(
          pending,
          alertId,
          numbers.map((each) => match(each, fields)),
        );
        expect(tidied(pending, NOW)).toEqual(pending);
      }
    }),
    { numRuns: fuzzRuns(100) },
  );
});
