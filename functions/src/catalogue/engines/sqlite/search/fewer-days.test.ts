import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../../contract/index.ts';
import { planQuery } from '../../../../query/plan-query.ts';
import { toSpokenText } from '../../../../transcripts/spoken-text.ts';
import type { CatalogueQuery } from '../../../answers/catalogue-query.ts';
import { feedItem, NOW, readingOf, temporarySqlite } from '../../../testing/test-catalogue.ts';
import type { SqliteFile } from '../sqlite-database.ts';
import { writableSqliteCatalogue } from '../writable-sqlite.ts';
import { newestFound } from './found-statement.ts';
import { querySqlite } from './sqlite-query.ts';
import { storeFeed } from '../../../store/store-feed.ts';
import { TRANSCRIPTS, awaitedAttachments } from '../../../attachments/attachments-store.ts';
import { recordTranscript } from '../../../attachments/transcripts-store.ts';

const FEED = 'https://show.example/feed';
/** With the phrase, and with its words alone. */
const [SAID, UNSAID] = ['one two three four', 'four three two one'];

/** Ten days, six episodes each; of every third one the notes or the transcript has the phrase. */
async function tenDays(): Promise<SqliteFile> {
  const database = temporarySqlite();
  const catalogue = writableSqliteCatalogue(database);
  const transcripts = [{ url: 'https://show.example/t', type: '' }];
  const items = Array.from({ length: 60 }, (_, at) =>
    feedItem({
      title: `Episode ${at}`,
      description: at % 6 === 0 ? SAID : UNSAID,
      transcripts: at % 6 === 3 ? transcripts : [],
      publishedAtMs: NOW - at * 4 * HOUR_MS,
    }),
  );
  await catalogue.write(() => storeFeed(FEED, readingOf(items), NOW));
  for (const { episodeId, ...record } of await catalogue.read(() =>
    awaitedAttachments(TRANSCRIPTS, NOW, {
      everyOne: true,
      limit: 60,
    }),
  )) {
    const spoken = toSpokenText([{ startMs: 0, text: `${UNSAID} `.repeat(50) + SAID }]);
    await catalogue.write(() => recordTranscript(episodeId, record, spoken));
  }
  return database;
}

test.each([
  [[SAID]],
  [[`"${SAID}"`, '"one five"']],
  [[`"${SAID}" -"two five"`]],
  [[`"${SAID}" AND episode`]],
  [[`spoken:"${SAID}"`]],
])(
  'of %j, which would cost too much, the newest days are searched, and the answer says since when',
  async (keywords) => {
    const database = await tenDays();
    const ask = (mostWork: number, query: Partial<CatalogueQuery> = {}) =>
      querySqlite(database, { keywords, limit: 9, totalLimit: 99, ...query }, { mostWork });
    const whole = await ask(1e9);
    const sinceOf: number[] = [];
    let isWhole = false;
    for (let mostWork = 2; !isWhole; mostWork *= 1.2) {
      const answer = await ask(mostWork).catch(() => null);
      if (answer === null) continue;
      const { searchedSinceMs, ...narrowed } = answer;
      isWhole = searchedSinceMs === undefined;
      if (searchedSinceMs === undefined) expect(narrowed).toEqual(whole);
      else {
        sinceOf.push(searchedSinceMs);
        expect(searchedSinceMs % DAY_MS).toBe(0);
        expect(narrowed).toEqual(await ask(1e9, { startDateMs: searchedSinceMs }));
      }
    }
    expect(sinceOf).toEqual(sinceOf.toSorted((left, right) => right - left));
    expect(new Set(sinceOf).size).toBeGreaterThan(2);
    // A part of a search is refused instead, and so is what costs too much on the newest day.
    const refused = expect.objectContaining({ code: 'upstream-timeout' }) as Error;
    await expect(ask(1e3, { share: 0.1 })).rejects.toThrow(refused);
    await expect(ask(2)).rejects.toThrow(refused);
  },
);

test('fewer days that fill the answer, or hold all that was asked for, are all of it', async () => {
  const database = await tenDays();
  const ask = (query: Partial<CatalogueQuery>) =>
    querySqlite(
      database,
      { keywords: [SAID], limit: 99, totalLimit: 99, ...query },
      { mostWork: 200 },
    );
  expect(await ask({})).toHaveProperty('searchedSinceMs');
  expect(await ask({ limit: 2, totalLimit: 2 })).not.toHaveProperty('searchedSinceMs');
  expect(await ask({ startDateMs: NOW - DAY_MS })).not.toHaveProperty('searchedSinceMs');
});

test('what begins with a word is read for all days, so that it is refused', async () => {
  const database = await tenDays();
  const query = { keywords: [`"${SAID}" AND epi*`], limit: 9, totalLimit: 99 };
  const found = querySqlite(database, query, { mostWork: 200 });
  await expect(found).rejects.toMatchObject({ code: 'upstream-timeout' });
});

/** The bit of FTS5's plan that says that it reads backwards. */
const BACKWARDS = 128;

test.each(['a b', '"a b" OR "c d"', '"a b" -c', 'spoken:"a b"', '"a b" AND c'])(
  'no index is read backwards for fewer days of %s: FTS5 would read on to the oldest text',
  (keyword) => {
    const connection = temporarySqlite().connection();
    const plan = planQuery([keyword]);
    const scans = (isForward: boolean) => {
      const { sql, values } = newestFound(plan!, ['spoken_fts'], { oldest: 0n, isForward });
      const rows = connection
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .raw()
        .all(...values);
      const numbers = JSON.stringify(rows).matchAll(/VIRTUAL TABLE INDEX (\d+):M/g);
      return Array.from(numbers, ([, number]) => (Number(number) & BACKWARDS) > 0);
    };
    expect(scans(false)).toContain(true);
    expect(scans(true)).not.toContain(true);
    expect(scans(true)).toHaveLength(scans(false).length);
  },
);
