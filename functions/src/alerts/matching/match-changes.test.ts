import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NewEpisode } from '../../catalogue/changes/new-episode.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import { normalizeQuery } from '../../query/normalize-query.ts';
import { fuzzRuns } from '../../test-runs.ts';
import { memoryEpisodes } from '../fixtures/memory-episodes.ts';
import { newEpisode } from '../fixtures/new-episode.ts';
import { countAfter, NONE_COUNTED } from './counted-matches.ts';
import { matchAlerts } from './match-alerts.ts';
import { emptyMatches, type MatchCache } from './match-cache.ts';
import type { MatchedEpisode } from './matched-episode.ts';
import { matchChanges, proveMatches } from './match-changes.ts';
import { matchLines, readMatchLines } from './match-lines.ts';
import { newUntilMs } from './match-window.ts';
import { HELD_MATCHES } from './newest-matches.ts';
import { savedKeywords } from './saved-keywords.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const FEED = 'https://show.example/feed';

function episode(number: number, description = 'about ledgers'): NewEpisode {
  return newEpisode({
    key: `e${number}`,
    item: `${FEED} ${number}`,
    title: `Part ${number}`,
    link: '',
    description,
    pubDateMs: NOW - HOUR_MS + number,
    ingestedAtMs: NOW - HOUR_MS + number,
  });
}

function nameOf({ item }: MatchedEpisode): string {
  return item.replace(`${FEED} `, 'e');
}

function world(count: number) {
  const episodes = Array.from({ length: count }, (_, number) => episode(number));
  let runs = 0;
  // An hour between two runs.
  const stored = memoryEpisodes(
    () => episodes,
    () => runs * HOUR_MS,
  );
  const cache = emptyMatches();
  return {
    episodes,
    stored,
    cache,
    source: stored.source(),
    run: (keys: readonly string[], nowMs = NOW) =>
      matchChanges(cache, stored.source(), new Map(keys.map((key) => [key, 0])), {
        run: (runs += 1),
        nowMs,
      }),
    prove: () => proveMatches(cache, stored.source(), { run: runs, nowMs: NOW }),
    held: (key = 'ledgers') => cache.queries.get(key)?.held.map(nameOf) ?? [],
    runOf: (number: number) =>
      cache.queries.get('ledgers')?.held.find((each) => nameOf(each) === `e${number}`)?.run,
  };
}

test('a run matches what has changed, and what is new to be looked for with everything', async () => {
  const { episodes, run, held, runOf } = world(8);
  expect(await run(['ledgers'])).toEqual({ episodes: 8, anew: 1 });
  episodes.push(episode(8));
  episodes[3] = episode(3, 'about nothing');
  expect(await run(['ledgers'])).toEqual({ episodes: 2, anew: 0 });
  expect(held()).toHaveLength(8);
  expect(held()).not.toContain('e3');
  expect([runOf(8), runOf(2)]).toEqual([2, 1]);
  expect((await run(['ledgers', 'nothing'])).anew).toBe(1);
  expect(held('nothing')).toEqual(['e3']);
  episodes.splice(2, 1);
  expect(await run(['nothing'], NOW + 17 * DAY_MS)).toMatchObject({ anew: 0 });
  expect([held(), held('nothing')]).toEqual([[], []]);
});

test('an episode whose show says its language later is matched anew', async () => {
  const { episodes, run, held } = world(2);
  const [german, other] = ['ledgers lang:de', 'ledgers -lang:de'].map((query) =>
    normalizeQuery([query]),
  );
  await run([german!, other!]);
  expect([held(german), held(other)]).toEqual([[], ['e1', 'e0']]);
  episodes[0] = { ...episode(0), language: 'de-AT' };
  expect(await run([german!, other!])).toEqual({ episodes: 1, anew: 0 });
  expect([held(german), held(other)]).toEqual([['e0'], ['e1']]);
});

test('one that was only counted takes the place of one that matches no more', async () => {
  const { cache, episodes, run, held } = world(HELD_MATCHES + 2);
  await run(['ledgers']);
  const count = () => countAfter(cache.queries.get('ledgers')?.counted ?? NONE_COUNTED, 0);
  expect([held().length, count()]).toEqual([HELD_MATCHES, 2]);
  const [newest] = held();
  const at = Number(newest?.slice(1));
  episodes[at] = episode(at, 'about nothing');
  await run(['ledgers']);
  expect([held().length, count()]).toEqual([HELD_MATCHES, 1]);
  expect(held()).not.toContain(newest);
});

/** As `savedKeywords` makes it of an alert that tells only what is about it. */
const [ABOUT_LEDGERS = ''] = savedKeywords([
  { uid: 'ada', alertId: 'a', keyword: 'ledgers', sinceMs: 0, onlyAbout: true },
]).keys();
const IN_PASSING = `${'We talk about the week. '.repeat(5)}Named: ledgers.`;

test('what is in passing takes no place of what is about it, nor is it counted', async () => {
  const { cache, episodes, run, held } = world(0);
  for (let number = 0; number < 3 * HELD_MATCHES; number += 1) {
    // The two oldest, and then one of three, are about it.
    const isAbout = number < 2 || number % 3 === 0;
    episodes.push({
      ...episode(number, isAbout ? 'about it' : IN_PASSING),
      ...(isAbout && { title: `Ledgers ${number}` }),
    });
  }
  await run(['ledgers', ABOUT_LEDGERS]);
  const count = (key: string) => countAfter(cache.queries.get(key)?.counted ?? NONE_COUNTED, 0);
  expect([held().length, count('ledgers')]).toEqual([HELD_MATCHES, 2 * HELD_MATCHES]);
  expect([held(ABOUT_LEDGERS).length, count(ABOUT_LEDGERS)]).toEqual([HELD_MATCHES, 1]);
  expect(held(ABOUT_LEDGERS)).toContain('e1');
});

test('an episode that becomes one about it is told by the run that reads it, and dropped again', async () => {
  const { episodes, run, prove, held, cache } = world(0);
  episodes.push(episode(0, IN_PASSING), { ...episode(1), title: 'Ledgers' });
  await run(['ledgers', ABOUT_LEDGERS]);
  expect([held(), held(ABOUT_LEDGERS)]).toEqual([['e1', 'e0'], ['e1']]);
  episodes[0] = { ...episode(0, IN_PASSING), chapters: '0 What ledgers are' };
  await run(['ledgers', ABOUT_LEDGERS]);
  expect(held(ABOUT_LEDGERS)).toEqual(['e0', 'e1']);
  expect(cache.queries.get(ABOUT_LEDGERS)?.held.map(({ run: seenIn }) => seenIn)).toEqual([2, 1]);
  expect(await prove()).toBe(0);
  episodes[0] = episode(0, IN_PASSING);
  await run(['ledgers', ABOUT_LEDGERS]);
  expect(held(ABOUT_LEDGERS)).toEqual(['e1']);
});

test('matches a show for its followers alone until it is public, then for all', async () => {
  const { cache, episodes, run } = world(0);
  episodes.push({ ...episode(0), forFollowers: true });
  const saved = { uid: 'ada', alertId: 'a', keyword: 'ledgers', sinceMs: 0 };
  const keywords = savedKeywords([saved]);
  const told = (followedShows?: string[]) =>
    matchAlerts([{ uid: 'ada', keywords, ...(followedShows && { followedShows }) }], cache)
      .flatMap(({ matches }) => matches)
      .flatMap(({ episodes: all }) => all.map(({ run: seenIn }) => seenIn));
  await run(['ledgers']);
  expect([told(), told([showIdOf('https://other.example')])]).toEqual([[], []]);
  expect(told([showIdOf(FEED)])).toEqual([1]);
  episodes[0] = episode(0);
  await run(['ledgers']);
  // A later run than the one that saw it first: everybody’s matches are checked again.
  expect(told()).toEqual([2]);
});

test('what others brought never crowds out a match of one’s own show', async () => {
  const { cache, episodes, run } = world(0);
  episodes.push({ ...episode(0), forFollowers: true });
  for (let at = 1; at <= 3 * HELD_MATCHES; at += 1) {
    const item = `https://brought.example/${at % 3} ${at}`;
    episodes.push({ ...episode(at), item, forFollowers: true });
  }
  await run(['ledgers']);
  const keywords = savedKeywords([{ uid: 'ada', alertId: 'a', keyword: 'ledgers', sinceMs: 0 }]);
  const told = (followedShows: string[]) =>
    matchAlerts([{ uid: 'ada', keywords, followedShows }], cache)
      .flatMap(({ matches }) => matches)
      .flatMap(({ episodes: all }) => all).length;
  expect(told([showIdOf(FEED)])).toBe(1);
  expect(told([showIdOf('https://brought.example/1')])).toBe(HELD_MATCHES);
  expect(told([])).toBe(0);
});

test('a proof finds what is missing, outdated or too many, and heals it', async () => {
  const { cache, run, prove, held, runOf } = world(6);
  await run(['ledgers', 'nothing']);
  expect(await prove()).toBe(0);
  const known = cache.queries.get('ledgers')!;
  const [first, second, ...others] = known.held;
  const outdated = { ...second!, fingerprint: 'other' };
  cache.queries.set('ledgers', { ...known, held: [outdated, ...others] });
  cache.queries.set('nothing', { ...known, held: [first!] });
  // One is missing, one is there in another form (missing and too many), one is too many.
  expect(await prove()).toBe(4);
  expect([held().length, held('nothing')]).toEqual([6, []]);
  // Found after the digests of run 1, so the next run tells of it.
  expect(runOf(Number(nameOf(first!).slice(1)))).toBe(2);
  expect(await prove()).toBe(0);
});

test('of a large window a new alert reads the last hours, and an edited one has the rest with the proof', async () => {
  const episodes = Array.from({ length: 40 }, (_, number) => {
    const storedMs = NOW - (40 - number) * HOUR_MS;
    const times = { pubDateMs: storedMs, ingestedAtMs: storedMs };
    return { ...episode(number, `about ledgers, word${number % 2}`), ...times };
  });
  const stored = memoryEpisodes(
    () => published,
    () => nowMs,
  );
  let nowMs = NOW - 40 * HOUR_MS;
  let published: NewEpisode[] = [];
  const cache = emptyMatches();
  const run = (number: number, wanted: [string, number][]) => {
    const known: [string, number][] = [['ledgers', 0], ...wanted];
    return matchChanges(cache, stored.source(), new Map(known), {
      run: number,
      nowMs,
      readWhole: 5,
    });
  };
  for (const [number] of episodes.entries()) {
    nowMs = NOW - (40 - number) * HOUR_MS;
    published = episodes.slice(0, number + 1);
    await run(number + 1, []);
  }
  await proveMatches(cache, stored.source(), { run: 40, nowMs });
  const count = (key: string) => cache.queries.get(key)?.held.length;
  expect(
    await run(41, [
      ['word0', NOW - 2 * HOUR_MS],
      ['word1', 0],
    ]),
  ).toMatchObject({ anew: 2 });
  expect([count('ledgers'), cache.partial]).toEqual([40, ['word1']]);
  // What was stored in the last three hours.
  expect([count('word0'), count('word1')]).toEqual([1, 2]);
  // Somebody else edits an old alert to the same query.
  await run(42, [
    ['word0', 0],
    ['word1', 0],
  ]);
  expect(cache.partial).toEqual(['word1', 'word0']);
  expect(await proveMatches(cache, stored.source(), { run: 42, nowMs })).toBe(0);
  expect([count('word0'), count('word1'), cache.partial]).toEqual([20, 20, []]);
  expect(
    cache.queries
      .get('word1')
      ?.held.map((each) => each.run)
      .slice(-1),
  ).toEqual([43]);
});

test('what a new alert lost in a large window is found by the proof, and told', async () => {
  const episodes = [episode(0, 'about ledgers and trees')];
  const source = memoryEpisodes(() => episodes).source();
  const cache = emptyMatches();
  const run = (number: number, wanted: [string, number][]) =>
    matchChanges(cache, source, new Map(wanted), { run: number, nowMs: NOW, readWhole: 0 });
  await run(1, [['ledgers', 0]]);
  await run(2, [
    ['ledgers', 0],
    ['trees', NOW - HOUR_MS],
  ]);
  const known = cache.queries.get('trees')!;
  expect([known.held.length, known.sinceMs, cache.partial]).toEqual([1, NOW - HOUR_MS, []]);
  cache.queries.set('trees', { ...known, held: [] });
  expect(await proveMatches(cache, source, { run: 2, nowMs: NOW })).toBe(1);
  expect(cache.queries.get('trees')?.held.map((each) => each.run)).toEqual([3]);
});

test('however many are matched together, the same are held and counted', async () => {
  const matchedIn = async (episodes: readonly NewEpisode[], batchSize?: number) => {
    const cache = emptyMatches();
    const source = memoryEpisodes(() => episodes).source();
    const wanted = new Map([['ledgers', 0]]);
    await matchChanges(cache, source, wanted, { run: 1, nowMs: NOW, batchSize });
    const found = cache.queries.get('ledgers');
    return { held: found?.held.map(nameOf), counted: [...(found?.counted ?? [])] };
  };
  const minutes = fc.nat(48 * 60);
  const some = fc.array(fc.tuple(minutes, minutes), { maxLength: 3 * HELD_MATCHES });
  await fc.assert(
    fc.asyncProperty(some, fc.integer({ min: 1, max: 99 }), async (times, batchSize) => {
      const episodes = times.map(([stored, published], number) => ({
        ...episode(number),
        ingestedAtMs: NOW - stored * MINUTE_MS,
        pubDateMs: NOW - published * MINUTE_MS,
      }));
      expect(await matchedIn(episodes, batchSize)).toEqual(await matchedIn(episodes));
    }),
    { numRuns: fuzzRuns(40) },
  );
});

test('what is only counted is forgotten when it leaves the window', async () => {
  const { cache, run } = world(HELD_MATCHES + 2);
  await run(['ledgers']);
  const count = () => countAfter(cache.queries.get('ledgers')?.counted ?? NONE_COUNTED, 0);
  await run(['ledgers'], NOW + 17 * DAY_MS - HOUR_MS);
  expect(count()).toBe(2);
  await run(['ledgers'], NOW + 17 * DAY_MS);
  expect(count()).toBe(0);
});

const WORDS = ['ledgers', 'graphs', 'trees'];
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('publish' as const), words: fc.subarray(WORDS) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      which: fc.nat(),
      words: fc.subarray(WORDS),
      forFollowers: fc.boolean(),
    }),
  },
  fc.record({ kind: fc.constant('remove' as const), which: fc.nat() }),
  fc.record({ kind: fc.constantFrom('replace' as const, 'copy' as const, 'prove' as const) }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.nat(9) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('run' as const),
      keys: fc.subarray([...WORDS, 'graphs\n']),
      // Hours since the alerts were saved.
      savedHours: fc.constantFrom(0, 1, 3, 5, 7, 30, 9999),
      // Episodes change while they are read.
      edits: fc.array(fc.tuple(fc.nat(), fc.subarray(WORDS)), { maxLength: 2 }),
    }),
  },
);

/** A batch holds far more than these worlds have. */
const worlds = fc.record({ isLarge: fc.boolean(), batchSize: fc.constantFrom(undefined, 1, 3) });

type StoryStep = typeof step extends fc.Arbitrary<infer S> ? S : never;
type World = typeof worlds extends fc.Arbitrary<infer W> ? W : never;
const FOUND_BEFORE: [StoryStep[], World][] = [
  // A proof counted nothing of an alert that was saved just before.
  [
    [
      { kind: 'publish', words: ['trees'] },
      { kind: 'run', keys: ['ledgers'], savedHours: 0, edits: [] },
      { kind: 'run', keys: ['ledgers', 'trees'], savedHours: 0, edits: [] },
      { kind: 'remove', which: 0 },
      { kind: 'prove' },
    ],
    { isLarge: true, batchSize: undefined },
  ],
];

test('whatever changes and when, a cache holds what one holds that is made anew', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 25 }),
      worlds,
      async (steps, { isLarge, batchSize }) => {
        const episodes: NewEpisode[] = [];
        const stored = memoryEpisodes(
          () => episodes,
          () => nowMs,
        );
        let cache = emptyMatches();
        let [runs, nowMs, published] = [0, NOW, 0];
        let keys = new Map<string, number>();
        const of = (words: readonly string[]) => `about ${words.join(' ')}`;
        const edit = (which: number, words: readonly string[], forFollowers = false) => {
          const at = which % Math.max(1, episodes.length);
          const before = episodes[at];
          if (before === undefined) return;
          const { forFollowers: _, ...same } = before;
          const mark = forFollowers && { forFollowers: true as const };
          episodes[at] = { ...same, description: of(words), ...mark };
        };
        const run = (pause = () => Promise.resolve()) =>
          matchChanges(cache, stored.source(pause), keys, {
            run: (runs += 1),
            nowMs: (nowMs += HOUR_MS),
            ...(isLarge && { readWhole: 0 }),
            batchSize,
          });
        for (const each of steps) {
          if (each.kind === 'publish') {
            const times = { pubDateMs: nowMs - HOUR_MS, ingestedAtMs: nowMs };
            episodes.push({ ...episode((published += 1), of(each.words)), ...times });
          } else if (each.kind === 'edit') edit(each.which, each.words, each.forFollowers);
          else if (each.kind === 'remove') episodes.splice(each.which % (episodes.length || 1), 1);
          else if (each.kind === 'replace') stored.replace();
          else if (each.kind === 'copy') cache = readMatchLines(matchLines(cache));
          else if (each.kind === 'wait') nowMs += each.days * DAY_MS;
          else if (each.kind === 'run') {
            const savedMs = nowMs - each.savedHours * HOUR_MS;
            keys = new Map(each.keys.map((key) => [key, keys.get(key) ?? savedMs]));
            const edits = [...each.edits];
            await run(() => {
              const next = edits.pop();
              if (next !== undefined) edit(...next);
              return Promise.resolve();
            });
          } else if (runs > 0) {
            await run();
            const gone = removed(cache);
            const differed = await proveMatches(cache, stored.source(), {
              run: runs,
              nowMs,
              batchSize,
            });
            expect(differed).toBe(gone);
          }
        }
        await run();
        const anew = emptyMatches();
        await matchChanges(anew, stored.source(), keys, { run: 1, nowMs });
        const there = new Set(episodes.map(({ item }) => item));
        const expectAll = (isNeeded: (key: string, each: MatchedEpisode) => boolean) => {
          for (const [key, { held, forFollowers, counted }] of anew.queries) {
            const found = cache.queries.get(key) ?? expect.fail(key);
            const shown = (all: readonly MatchedEpisode[]) =>
              all
                .filter((each) => there.has(each.item) && isNeeded(key, each))
                .map(({ item, fingerprint, id, changedAtMs }) => [
                  item,
                  fingerprint,
                  id,
                  changedAtMs,
                ]);
            // What is gone from the catalogue stays until the proof: its text is not found.
            expect(shown(found.held)).toEqual(shown(held));
            expect(shown(found.forFollowers)).toEqual(shown(forFollowers));
            expect(counted).toHaveLength(0);
          }
        };
        const partial = new Set(cache.partial);
        if (!isLarge) expect(partial.size).toBe(0);
        expectAll((key, each) => !partial.has(key) && newUntilMs(each) > keys.get(key)!);
        if (!isLarge) expectAll(() => true);
        await proveMatches(cache, stored.source(), { run: runs, nowMs, batchSize });
        expectAll(() => true);

        function removed({ queries }: MatchCache): number {
          const items = new Set(episodes.map(({ item }) => item));
          const all = [...queries.values()].flatMap((each) => [...each.held, ...each.forFollowers]);
          return all.filter(({ item }) => !items.has(item)).length;
        }
      },
    ),
    { numRuns: fuzzRuns(300), examples: FOUND_BEFORE },
  );
});
