import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NewEpisode } from '../../catalogue/store/new-episode.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import { normalizeQuery } from '../../query/normalize-query.ts';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import { matchesAmong, memoryEpisodes } from '../fixtures/memory-episodes.ts';
import { newEpisode } from '../fixtures/new-episode.ts';
import { type Cursor, matchChanges, newestChange } from './match-changes.ts';
import { queryKey } from './saved-keywords.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const FEED = 'https://show.example/feed';

function episode(number: number, description = 'about ledgers'): NewEpisode {
  return newEpisode({
    item: `${FEED} ${number}`,
    title: `Part ${number}`,
    description,
    pubDateMs: NOW - HOUR_MS + number,
    ingestedAtMs: NOW - HOUR_MS + number,
  });
}

const nameOf = (item: string) => item.replace(`${FEED} `, 'e');

function world(count: number) {
  const episodes = Array.from({ length: count }, (_, number) => episode(number));
  let atMs = NOW;
  const stored = memoryEpisodes(
    () => episodes,
    () => atMs,
  );
  let since: Cursor | null = null;

  /** Names of matched episodes by key. Calls `between` after `newestChange` and before reading. */
  async function run(keys: readonly string[], between = () => undefined as unknown) {
    atMs += HOUR_MS;
    const source = stored.source();
    const until = await newestChange(source);
    between();
    const found: Record<string, string[]> = {};
    let read = 0;
    for await (const batch of matchChanges(source, keys, { since, until, nowMs: atMs })) {
      read += batch.episodes;
      for (const [key, matched] of batch.found) {
        const names = matched.map(({ item }) => nameOf(item));
        found[key] = [...(found[key] ?? []), ...names].sort();
      }
    }
    since = until;
    return { read, found };
  }

  return { episodes, stored, run, wait: (ms: number) => void (atMs += ms) };
}

test('a run only matches changes since the last run', async () => {
  const { episodes, run } = world(3);
  expect(await run(['ledgers'])).toEqual({ read: 3, found: { ledgers: ['e0', 'e1', 'e2'] } });
  episodes.push(episode(3));
  episodes[1] = episode(1, 'about graphs');
  const keys = ['ledgers', 'graphs'];
  const second = await run(keys);
  expect(second.found['graphs']).toEqual(['e1']);
  expect(second.found['ledgers']).toContain('e3');
  expect((await run(keys)).read).toBe(2);
});

test('a change after a run began is left to the next run, which has later alerts', async () => {
  const { episodes, run } = world(1);
  const late = await run(['ledgers'], () => episodes.push(episode(1)));
  expect(late.found).toEqual({ ledgers: ['e0'] });
  expect((await run(['ledgers'])).found['ledgers']).toContain('e1');
});

test.each(['anew', 'as a copy'] as const)(
  'all episodes of a catalogue replaced %s count as changed',
  async (begins) => {
    const { stored, run } = world(4);
    await run(['ledgers']);
    stored.change(begins);
    expect((await run(['ledgers'])).found['ledgers']).toHaveLength(4);
  },
);

test('all episodes of a catalogue whose clock ran back count as changed', async () => {
  const { stored, run } = world(4);
  await run(['ledgers']);
  stored.replace();
  expect((await run(['ledgers'])).found['ledgers']).toHaveLength(4);
});

test('an episode stored long ago, or old when first stored, matches nothing', async () => {
  const { episodes, run, wait } = world(1);
  episodes.push({ ...episode(1), pubDateMs: NOW - 8 * DAY_MS });
  wait(16 * DAY_MS);
  expect((await run(['ledgers'])).found).toEqual({ ledgers: ['e0'] });
  wait(DAY_MS);
  episodes[0] = episode(0, 'about ledgers again');
  expect((await run(['ledgers'])).found).toEqual({});
});

test('an episode is matched again when its show gets a language', async () => {
  const { episodes, run } = world(2);
  const [german = '', other = ''] = ['ledgers lang:de', 'ledgers -lang:de'].map((query) =>
    normalizeQuery([query]),
  );
  expect((await run([german, other])).found).toEqual({ [other]: ['e0', 'e1'] });
  episodes[0] = { ...episode(0), language: 'de-AT' };
  expect((await run([german, other])).found[german]).toEqual(['e0']);
});

test('an alert for main topics only matches episodes about the keyword', async () => {
  const passing = `${'We talk about the week. '.repeat(5)}Named: ledgers.`;
  const about = queryKey({ keyword: 'ledgers', onlyAbout: true }) ?? '';
  const { episodes, run } = world(0);
  episodes.push(episode(0, passing), { ...episode(1, passing), title: 'Ledgers' });
  const first = await run(['ledgers', about]);
  expect(first.found).toEqual({ ledgers: ['e0', 'e1'], [about]: ['e1'] });
  episodes[0] = { ...episode(0, passing), chapters: '0 What ledgers are' };
  expect((await run(['ledgers', about])).found[about]).toContain('e0');
});

test('a followers-only show only matches alerts of its followers', async () => {
  const alert = (alertId: string) => ({ uid: 'ada', alertId, keyword: 'ledgers', sinceMs: 0 });
  const found = await matchesAmong(
    [
      { uid: 'ada', alerts: [alert('stranger')] },
      { uid: 'ada', alerts: [alert('other')], followedShows: [showIdOf('https://other.example')] },
      { uid: 'ada', alerts: [alert('follower')], followedShows: [showIdOf(FEED)] },
    ],
    [{ ...episode(0), forFollowers: true }],
  );
  expect([...found.keys()]).toEqual(['follower']);
});

test('finds the same matches in batches of any size', async () => {
  const words = fc.subarray(['ledgers', 'graphs', 'trees']);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(words, fc.nat(48 * 60)), { maxLength: 60 }),
      fc.integer({ min: 1, max: 30 }),
      async (drawn, batchSize) => {
        const episodes = drawn.map(([about, minutes], number) => ({
          ...episode(number, about.join(' ')),
          ingestedAtMs: NOW - minutes * MINUTE_MS,
        }));
        const matchedIn = async (size?: number) => {
          const source = memoryEpisodes(() => episodes).source();
          const range = { since: null, until: await newestChange(source), nowMs: NOW };
          const found: string[] = [];
          const keys = ['ledgers', 'graphs', 'ledgers\n'];
          for await (const batch of matchChanges(source, keys, { ...range, batchSize: size })) {
            for (const [key, all] of batch.found) {
              found.push(...all.map(({ item }) => `${key} ${item}`));
            }
          }
          return found.sort();
        };
        const expected = drawn.flatMap(([about], number) =>
          ['ledgers', 'graphs', 'ledgers\n']
            .filter((key) => about.some((word) => word === key.trim()))
            .map((key) => `${key} ${FEED} ${number}`),
        );
        expect(await matchedIn(batchSize)).toEqual(expected.sort());
      },
    ),
    { numRuns: fuzzRuns(40) },
  );
});

const step = fc.oneof(
  fc.record({ kind: fc.constant('publish' as const), about: fc.constantFrom('ledgers', 'trees') }),
  fc.record({
    kind: fc.constant('edit' as const),
    which: fc.nat(),
    about: fc.constantFrom('ledgers', 'trees'),
  }),
  fc.record({ kind: fc.constantFrom('run' as const, 'move' as const, 'run back' as const) }),
);

test('successive runs find every episode that matched during one of them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { episodes, stored, run } = world(0);
      const found = new Set<string>();
      const expected = new Set<string>();
      let published = 0;
      const runNow = async () => {
        const matching = episodes.filter(({ description }) => description === 'ledgers');
        for (const { item } of matching) expected.add(nameOf(item));
        for (const name of (await run(['ledgers'])).found['ledgers'] ?? []) found.add(name);
      };
      for (const each of steps) {
        if (each.kind === 'publish') episodes.push(episode((published += 1), each.about));
        else if (each.kind === 'edit') {
          const at = each.which % Math.max(1, episodes.length);
          if (episodes[at]) episodes[at] = { ...episodes[at], description: each.about };
        } else if (each.kind === 'move') stored.change('as a copy');
        else if (each.kind === 'run back') stored.replace();
        else await runNow();
      }
      await runNow();
      expect([...found].sort()).toEqual([...expected].sort());
    }),
    { numRuns: fuzzRuns(150) },
  );
});
