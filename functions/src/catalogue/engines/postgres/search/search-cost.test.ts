import fc from 'fast-check';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../../contract/index.ts';
import { planQuery } from '../../../../query/plan-query.ts';
import { fuzzRuns } from '../../../../test-runs.ts';
import { toSpokenText } from '../../../../transcripts/spoken-text.ts';
import { feedItem, NOW, readingOf } from '../../../testing/test-catalogue.ts';
import type { CatalogueQuery } from '../../../answers/catalogue-query.ts';
import { pgliteServer } from '../../../testing/test-pglite.ts';
import { READ } from '../../../attachments/attachment-record.ts';
import { dayTables } from '../day-tables.ts';
import { writablePostgresCatalogue } from '../writable-postgres.ts';
import { preparedServer } from '../server/prepared-server.ts';
import type { SqlServer } from '../server/sql-server.ts';
import { queryPostgres } from './postgres-query.ts';
import { searchCost } from './search-cost.ts';
import { storeFeed } from '../../../store/store-feed.ts';
import { TRANSCRIPTS, awaitedAttachments } from '../../../attachments/attachments-store.ts';
import { recordTranscript } from '../../../attachments/transcripts-store.ts';

const TEXT = 'one two three four five';
const FURTHER = ['spoken_words', 'repeated_words'] as const;

let server: SqlServer;

/** Six episodes with equal notes and transcripts. */
beforeAll(async () => {
  server = preparedServer(await pgliteServer(), 'PGlite');
  const catalogue = writablePostgresCatalogue(server);
  const transcripts = [{ url: 'https://show.example/a.vtt', type: 'text/vtt' }];
  const items = Array.from({ length: 6 }, (_, at) =>
    feedItem({ description: TEXT, publishedAtMs: NOW - at * 1000, transcripts }),
  );
  await catalogue.write(() => storeFeed('https://show.example/feed', readingOf(items), NOW));
  const awaited = await catalogue.read(() =>
    awaitedAttachments(TRANSCRIPTS, NOW, { everyOne: true, limit: 9 }),
  );
  for (const { episodeId, ...record } of awaited) {
    const spoken = toSpokenText([{ startMs: 0, text: TEXT }]);
    await catalogue.write(() => recordTranscript(episodeId, { ...record, outcome: READ }, spoken));
  }
});

const costOf = (...keywords: string[]) =>
  server.session(async (session) => {
    const searched = { days: await dayTables(session), further: FURTHER };
    return (await searchCost(session, planQuery(keywords)!, searched, 0)).cost;
  });

test('words that the index knows cost nothing, phrases what stands in each text', async () => {
  expect(await costOf('one')).toBe(0);
  expect(await costOf('one OR two')).toBe(0);
  expect(await costOf('"one six"')).toBe(0);
  const [written, said] = [await costOf('"one two"'), await costOf('spoken:"one two"')];
  // A transcript of an hour costs fifteen times as much as notes.
  expect(written).toBeGreaterThan(6 * 15);
  expect(said).toBeGreaterThan(6 * 14);
  expect(written).toBeGreaterThan(said);
  expect(await costOf('title:"one two"')).toBe(0);
  expect(await costOf('one -"two one"')).toBeGreaterThan(written);
  expect(await costOf('title:one OR "two one"')).toBeGreaterThan(written);
});

test('no search becomes cheaper by what is added to it', async () => {
  const word = fc.constantFrom('one', 'two', 'three', 'six', 'thr*', 'title:one');
  const phrase = fc.constantFrom('"one two"', '"two one"', 'spoken:"one two"', '"four fiv"*');
  const term = fc
    .tuple(fc.constantFrom('', '', '+', '-'), fc.oneof(word, phrase))
    .map(([sign, text]) => sign + text);
  await fc.assert(
    fc.asyncProperty(fc.array(term, { maxLength: 5 }), term, async (terms, added) => {
      const before = await costOf('one', ...terms);
      expect(await costOf('one', ...terms, added)).toBeGreaterThanOrEqual(before);
    }),
    { numRuns: fuzzRuns(40) },
  );
});

const search = (query: string, mostCost?: number, share?: number) =>
  queryPostgres(server, { keywords: [query], limit: 10, totalLimit: 10, share }, undefined, {
    ...(mostCost !== undefined && { mostCost }),
  });

test('a search that may do a part of the work is refused for what costs more than that', async () => {
  const cost = await costOf('"one two"');
  expect((await search('"one two"', cost)).total).toBe(6);
  expect((await search('"one two"', cost * 2, 0.5)).total).toBe(6);
  const refused = search('"one two"', cost * 2, 0.49);
  await expect(refused).rejects.toMatchObject({ code: 'upstream-timeout' });
  expect((await search('one', cost, 0.01)).total).toBe(6);
});

test('of a search that would cost too much the newest days are made, and the answer says since when', async () => {
  const days = preparedServer(await pgliteServer(), 'PGlite');
  const catalogue = writablePostgresCatalogue(days);
  const items = Array.from({ length: 60 }, (_, at) =>
    feedItem({
      title: `Episode ${at}`,
      guid: `${at}`,
      link: `https://show.example/${at}`,
      description: at % 3 === 0 ? TEXT : 'two one',
      publishedAtMs: NOW - at * 4 * HOUR_MS,
    }),
  );
  await catalogue.write(() => storeFeed('https://show.example/feed', readingOf(items), NOW));
  const ask = (mostCost: number, query: Partial<CatalogueQuery> = {}) =>
    queryPostgres(
      days,
      { keywords: ['"one two" OR "one five"'], limit: 9, totalLimit: 99, ...query },
      undefined,
      { mostCost },
    );
  const whole = await ask(1e9);
  expect(whole.total).toBe(20);
  expect(whole).not.toHaveProperty('searchedSinceMs');
  const sinceOf: number[] = [];
  for (const mostCost of [4, 6, 8, 10]) {
    const { searchedSinceMs = NaN, ...narrowed } = await ask(mostCost);
    sinceOf.push(searchedSinceMs);
    expect(searchedSinceMs % DAY_MS).toBe(0);
    expect(narrowed.total).toBeLessThan(20);
    expect(narrowed).toEqual(await ask(1e9, { startDateMs: searchedSinceMs }));
  }
  expect(sinceOf).toEqual([...sinceOf].sort((left, right) => right - left));
  expect(new Set(sinceOf).size).toBeGreaterThan(2);
  // What was found fills the answer: older episodes would not be in it.
  expect(await ask(8, { limit: 2, totalLimit: 2 })).not.toHaveProperty('searchedSinceMs');
  // Not even the newest day.
  await expect(ask(0.1)).rejects.toMatchObject({ code: 'upstream-timeout' });
});

/** The first sessions hang until they are aborted, as on a busy server. */
function hanging(busy: SqlServer, sessions: number): { server: SqlServer; ended: () => number } {
  let [begun, ended] = [0, 0];
  return {
    ended: () => ended,
    server: {
      ...busy,
      session(work, signal) {
        begun += 1;
        if (begun > sessions) return busy.session(work, signal);
        return new Promise((_, reject) => {
          signal?.addEventListener('abort', () => {
            ended += 1;
            reject(signal.reason as Error);
          });
        });
      },
    },
  };
}

test('a search that takes too long is made again for less, once, and unranked', async () => {
  const asked = { keywords: ['"one two"'], limit: 10, totalLimit: 10 };
  const slow = hanging(server, 1);
  const limits = { searchMs: 2_000 };
  const found = await queryPostgres(
    slow.server,
    { ...asked, sort: 'relevance' },
    undefined,
    limits,
  );
  expect(found.total).toBe(6);
  expect(found).not.toHaveProperty('isRanked');
  expect(slow.ended()).toBe(1);

  const refused = { code: 'upstream-timeout' };
  const slower = hanging(server, 9);
  const twice = queryPostgres(slower.server, asked, undefined, { searchMs: 50 });
  await expect(twice).rejects.toMatchObject(refused);
  expect(slower.ended()).toBe(2);
  // Help with spelling, which may do a share of the work only.
  const helping = hanging(server, 9);
  const help = queryPostgres(helping.server, { ...asked, share: 0.5 }, undefined, { searchMs: 50 });
  await expect(help).rejects.toMatchObject(refused);
  expect(helping.ended()).toBe(1);
});

test('what takes too long is made again for an eighth of the days, whatever it was estimated at', async () => {
  const busy = preparedServer(await pgliteServer(), 'PGlite');
  const catalogue = writablePostgresCatalogue(busy);
  const items = Array.from({ length: 20 }, (_, day) =>
    feedItem({ title: `one ${day}`, description: TEXT, publishedAtMs: NOW - day * DAY_MS }),
  );
  await catalogue.write(() => storeFeed('https://show.example/feed', readingOf(items), NOW));
  const limits = { searchMs: 2_000 };
  for (const keyword of ['title:one', 'one', 'one -six', '"one two"']) {
    const ask = (server: SqlServer, query: Partial<CatalogueQuery> = {}) =>
      queryPostgres(
        server,
        { keywords: [keyword], limit: 30, totalLimit: 30, ...query },
        undefined,
        limits,
      );
    const found = await ask(hanging(busy, 1).server);
    const searchedSinceMs = Math.floor(NOW / DAY_MS) * DAY_MS - 2 * DAY_MS;
    expect([keyword, found.total, found.searchedSinceMs]).toEqual([keyword, 3, searchedSinceMs]);
    expect((await ask(hanging(busy, 0).server)).total).toBe(20);
    // Of few days one is left.
    const few = await ask(hanging(busy, 1).server, { startDateMs: NOW - DAY_MS });
    expect(few.total).toBe(1);
  }
});

test('titles are compared for a part of the time, and the answer says since when', async () => {
  const quick = preparedServer(await pgliteServer(), 'PGlite');
  const catalogue = writablePostgresCatalogue(quick);
  const description = 'word '.repeat(1_000);
  const items = Array.from({ length: 60 }, (_, at) =>
    feedItem({ title: `one ${at}`, description, publishedAtMs: NOW - at * HOUR_MS }),
  );
  await catalogue.write(() => storeFeed('https://show.example/feed', readingOf(items), NOW));
  let clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  onTestFinished(() => void vi.restoreAllMocks());
  /** Reading the texts takes so long. */
  const ask = (tookMs: number) => {
    const slow: SqlServer = {
      ...quick,
      session: (work, signal) =>
        quick.session((session) => {
          const find: typeof session.find = async (statement, values) => {
            if (statement.includes('description')) clock += tookMs;
            return session.find(statement, values);
          };
          return work({ ...session, find });
        }, signal),
    };
    return queryPostgres(slow, { keywords: ['title:one OR absent'], limit: 99, totalLimit: 99 });
  };
  const { total, searchedSinceMs } = await ask(1_400);
  expect([total, searchedSinceMs]).toEqual([60, undefined]);
  const late = await ask(1_600);
  expect(late.total).toBeLessThan(60);
  expect(late.searchedSinceMs).toBe(NOW - (late.total - 1) * HOUR_MS);
});

test('a search that nobody waits for is not made again', async () => {
  const slow = hanging(server, 9);
  const leaving = new AbortController();
  const query = { keywords: ['one'], limit: 10, totalLimit: 10 };
  const left = queryPostgres(slow.server, query, leaving.signal);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'upstream-timeout' });
  expect(slow.ended()).toBe(1);
});

test('a search that would cost too much is refused before it begins', async () => {
  await expect(search('"one two"', 10)).rejects.toMatchObject({ code: 'upstream-timeout' });
  await expect(search('the -"one two"', 10)).rejects.toMatchObject({ code: 'upstream-timeout' });
  expect((await search('one', 10)).total).toBe(6);
  expect((await search('"one two"')).total).toBe(6);
});

test('results are ranked only with work that is left', async () => {
  const ranked = (mostCost: number) =>
    queryPostgres(
      server,
      { keywords: ['one'], limit: 10, totalLimit: 10, sort: 'relevance' },
      undefined,
      { mostCost },
    );
  // Four for the texts of each of six episodes.
  expect(await ranked(6 * 4)).toMatchObject({ total: 6, isRanked: true });
  expect(await ranked(6 * 4 - 1)).not.toHaveProperty('isRanked');
});
