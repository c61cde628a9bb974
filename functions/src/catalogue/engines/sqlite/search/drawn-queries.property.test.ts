import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '../../../../contract/index.ts';
import { matchesQuery } from '../../../../query/fixtures/match-query.ts';
import { planQuery } from '../../../../query/plan-query.ts';
import { unwantedTerms } from '../../../../query/query-plan.ts';
import { toSpokenText } from '../../../../feeds/transcripts/spoken-text.ts';
import { fuzzRuns, randomNumbers, timesSeen } from '../../../../testing/fuzz-runs.ts';
import { DRAWN_FACTS, drawKeywords } from '../../../testing/draw-keywords.ts';
import { feedItem, NOW, readingOf, temporarySqlite } from '../../../testing/test-catalogue.ts';
import { writableSqliteCatalogue } from '../writable-sqlite.ts';
import { searching } from '../sqlite-database.ts';
import { querySqlite } from './sqlite-query.ts';
import { storeFeed } from '../../../store/store-feed.ts';
import { TRANSCRIPTS, awaitedAttachments } from '../../../store/attachments-store.ts';
import { recordTranscript } from '../../../store/transcripts-store.ts';

const WORDS = ['the', 'bake', 'loke', 'tike', 'bakery', 'muke', 'rare', 'seldom'];
const [EPISODES, SPOKEN_EVERY] = [120, 3];
/** Words per text. */
const LENGTHS = { notes: 8, said: 60 };

/** Stores short episodes, a third of them with transcripts; returns their texts, too. */
async function smallCatalogue() {
  const database = temporarySqlite();
  const catalogue = writableSqliteCatalogue(database);
  const random = randomNumbers(5);
  const text = (length: number) =>
    Array.from({ length }, () => WORDS[Math.floor(WORDS.length * random() ** 3)]).join(' ');
  const episodes = Array.from({ length: EPISODES }, (_, at) => ({
    title: `${text(2)} ${at}`,
    description: text(LENGTHS.notes),
    said: at % SPOKEN_EVERY === 0 ? text(LENGTHS.said) : undefined,
    guest: text(2),
    host: text(1),
    show: {
      title: text(1 + (at % 3)),
      publisher: 'Pub',
      language: [...DRAWN_FACTS, null][at % 5] ?? null,
    },
  }));
  const ids = new Map<string, number>();
  for (const [at, { title, description, said, guest, host, show }] of episodes.entries()) {
    const transcripts = said === undefined ? [] : [{ url: 'https://show.example/t', type: '' }];
    const item = feedItem({
      title,
      description,
      transcripts,
      persons: [
        { name: guest, role: 'guest' },
        { name: host, role: 'host' },
      ],
      publishedAtMs: NOW - at * HOUR_MS,
    });
    await catalogue.write(() =>
      storeFeed(`https://show.example/${at}`, readingOf([item], show), NOW),
    );
  }
  const stored = database.connection().prepare('SELECT title, id FROM episodes').raw().all();
  for (const [title, id] of stored as [string, number][]) ids.set(title, id);
  for (const { episodeId, ...record } of await catalogue.read(() =>
    awaitedAttachments(TRANSCRIPTS, NOW, {
      everyOne: true,
      limit: EPISODES,
    }),
  )) {
    const of = episodes.find(({ title }) => ids.get(title) === episodeId);
    const spoken = toSpokenText([{ startMs: 0, text: of?.said ?? '' }]);
    await catalogue.write(() => recordTranscript(episodeId, record, spoken));
  }
  return { database, episodes };
}

const draws = fc.record({
  seed: fc.integer(),
  spoken: fc.boolean(),
});

test('agrees with matchesQuery on random queries', async () => {
  const { database, episodes } = await smallCatalogue();
  let named = 0;
  await fc.assert(
    fc.asyncProperty(draws, async ({ seed, spoken }) => {
      const keywords = drawKeywords(randomNumbers(seed), WORDS);
      const plan = planQuery(keywords);
      const shows = plan === null ? [] : unwantedTerms(plan).filter(({ whole }) => whole);
      const isNamed = (name: string) => shows.some(({ words }) => words.join(' ') === name);
      if (episodes.some(({ show }) => isNamed(show.title))) named += 1;
      const query = { keywords, limit: EPISODES, totalLimit: EPISODES };
      const found = await querySqlite(database, { ...query, spoken });
      const expected = episodes.filter(
        ({ title, description, said, guest, host, show }) =>
          plan !== null &&
          matchesQuery(plan, {
            title,
            description,
            podcast: show.title,
            publisher: show.publisher,
            language: show.language,
            persons: `${guest}\n${host}`,
            speakers: `+${guest}\n@${host}`,
            ...(spoken && said !== undefined && { said }),
          }),
      );
      expect([keywords, found.episodes.map(({ title }) => title)]).toEqual([
        keywords,
        expected.map(({ title }) => title),
      ]);
      expect(found.total).toBe(expected.length);
    }),
    { numRuns: fuzzRuns(400) },
  );
  expect(named).toBeGreaterThan(timesSeen(10));
});

test('an aborted search ends its statement, and the next search succeeds', async () => {
  const { database } = await smallCatalogue();
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const endless = searching(
    database,
    (connection) =>
      connection.json(
        'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
      ),
    leaving.signal,
  );
  setTimeout(() => leaving.abort(new Error('gone')), 50);
  await expect(endless).rejects.toThrow('gone');
  // A statement that went on would never end.
  await database.idle();
  const query = { keywords: ['the'], limit: 1, totalLimit: 1 };
  expect((await querySqlite(database, query)).total).toBe(1);
});
