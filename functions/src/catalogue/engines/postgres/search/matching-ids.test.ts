import { expect, test } from 'vitest';
import { planQuery } from '../../../../query/plan-query.ts';
import { toSpokenText } from '../../../../feeds/transcripts/spoken-text.ts';
import { SEARCHED_COLUMNS } from '../../../schema/episode-row.ts';
import { feedItem, NOW, readingOf } from '../../../testing/test-catalogue.ts';
import { pgliteServer } from '../../../testing/test-pglite.ts';
import { READ } from '../../../store/attachment-record.ts';
import { dayTables } from '../day-tables.ts';
import { writablePostgresCatalogue } from '../writable-postgres.ts';
import { preparedServer } from '../server/prepared-server.ts';
import { NOTHING_FOUND } from '../../../schema/named-rows.ts';
import type { SqlSession } from '../server/sql-server.ts';
import { matchingIds } from './matching-ids.ts';
import { storeFeed } from '../../../store/store-feed.ts';
import { TRANSCRIPTS, awaitedAttachments } from '../../../store/attachments-store.ts';
import { recordTranscript } from '../../../store/transcripts-store.ts';

const LONGEST = 'word and '.repeat(1_111);
const SAID = ['our sponsor', 'our sponsor', 'our sponsor', 'the harbour', 'the harbour sponsor'];
const QUERIES: [query: string, count: number][] = [
  ['word', 6],
  ['+word -sponsor', 2],
  ['+word -spoken:sponsor', 2],
  ['+word -harbour -our', 1],
  ['title:one OR sponsor', 4],
  ['title:five OR harbour', 2],
  ['+word -title:one', 5],
];

test('finds the same episodes when too many transcripts match to list them', async () => {
  const server = preparedServer(await pgliteServer(), 'PGlite');
  const catalogue = writablePostgresCatalogue(server);
  const transcripts = [{ url: 'https://show.example/a.vtt', type: 'text/vtt' }];
  const items = ['one', 'two', 'three', 'four', 'five', 'six'].map((name, at) =>
    feedItem({ title: `word ${name}`, publishedAtMs: NOW - at * 1000, transcripts }),
  );
  await catalogue.write(() => storeFeed('https://show.example/feed', readingOf(items), NOW));
  const awaited = await catalogue.read(() =>
    awaitedAttachments(TRANSCRIPTS, NOW, { everyOne: true, limit: 9 }),
  );
  for (const [at, text] of SAID.entries()) {
    const { episodeId, ...record } = awaited[at]!;
    const spoken = toSpokenText([{ startMs: 0, text }]);
    await catalogue.write(() => recordTranscript(episodeId, { ...record, outcome: READ }, spoken));
  }

  const answer = (query: string, maxListed?: number) =>
    server.session(async (session) => {
      const { counted, most } = countingLists(session);
      const searched = {
        session: counted,
        days: await dayTables(session),
        oldestId: 0n,
        further: ['spoken_words'] as const,
        ...(maxListed !== undefined && { maxListed }),
      };
      return { found: (await matchingIds(searched, planQuery([query])!, 100)).ids, most: most() };
    });
  for (const [query, count] of QUERIES) {
    const { found } = await answer(query);
    expect([query, found.length]).toEqual([query, count]);
    const shortly = await answer(query, 1);
    expect([query, shortly.found]).toEqual([query, found]);
    // The search lists one id more than the limit of 1, to detect that there are more.
    if (query.includes('-') && !query.includes('title:')) {
      expect([query, shortly.most]).toEqual([query, 2]);
    }
  }
});

test('compares the titles of 20 000 candidates, and reports the oldest compared id', async () => {
  let next = 100_000;
  const limits: unknown[] = [];
  const session: SqlSession = {
    run: () => Promise.resolve(),
    find: (statement, values = []) => {
      if (!statement.includes('title')) return Promise.resolve(NOTHING_FOUND);
      limits.push(values[1]);
      const rows = Array.from({ length: Number(values[1]) }, () => {
        next -= 1;
        return [next, next % 1_000 === 0 ? 'a word' : 'another', 'Show'];
      });
      return Promise.resolve({ columns: [], rows });
    },
  };
  const days = [{ name: 'day', firstId: 0n, endId: BigInt(next) }];
  const searched = { session, days, oldestId: 0n, further: [] };
  const plan = planQuery(['title:word'])!;
  const cut = await matchingIds(searched, plan, 100);
  expect(limits).toEqual([1_000, 2_000, 4_000, 8_000, 5_000]);
  expect(cut).toEqual({ ids: cut.ids, endedAt: 80_000 });
  expect(cut.ids).toHaveLength(20);
  next = 100_000;
  expect(await matchingIds(searched, plan, 2)).toEqual({ ids: [99_000, 98_000] });
});

test('stops comparing texts when the search is aborted', async () => {
  const texts = SEARCHED_COLUMNS.map((name) => (name === 'description' ? LONGEST : 'word'));
  const ended = new AbortController();
  let read = 0;
  const session: SqlSession = {
    run: () => Promise.resolve(),
    find: (statement) => {
      if (!statement.includes('description')) return Promise.resolve(NOTHING_FOUND);
      read += 1;
      ended.abort(new Error('ended'));
      const rows = Array.from({ length: 1_000 }, (_, at) => [100_000 - at, ...texts]);
      return Promise.resolve({ columns: [], rows });
    },
  };
  const days = [{ name: 'day', firstId: 0n, endId: 100_001n }];
  const plan = planQuery(['title:absent OR "word absent"'])!;
  const searched = { session, days, oldestId: 0n, further: [], signal: ended.signal };
  await expect(matchingIds(searched, plan, 100)).rejects.toThrow('ended');
  expect(read).toBe(1);
});

test('yields to the event loop while long texts are compared', async () => {
  const PAGES = [1000, 2000, 3];
  let read = 0;
  let next = 100_000;
  const session: SqlSession = {
    run: () => Promise.resolve(),
    find: (statement) => {
      if (!statement.includes('description')) return Promise.resolve(NOTHING_FOUND);
      const rows = Array.from({ length: PAGES[read++] ?? 0 }, () => {
        const texts = SEARCHED_COLUMNS.map((name) => (name === 'description' ? LONGEST : 'word'));
        return [(next -= 1), ...texts];
      });
      return Promise.resolve({ columns: [], rows });
    },
  };
  const days = [{ name: 'day', firstId: 0n, endId: BigInt(next) }];
  const plan = planQuery(['title:absent OR "word absent"'])!;
  let [turns, isDone] = [0, false];
  const others = () => {
    if (isDone) return;
    turns += 1;
    setImmediate(others);
  };
  setImmediate(others);
  const { ids: found } = await matchingIds({ session, days, oldestId: 0n, further: [] }, plan, 100);
  isDone = true;
  expect([found.length, read]).toEqual([0, PAGES.length]);
  // At most 50 ms per turn.
  expect(turns).toBeGreaterThan(2 * 20);
});

/** `most` returns the largest number of ids that a statement has listed. */
function countingLists(session: SqlSession) {
  let most = 0;
  const counted: SqlSession = {
    ...session,
    find: async (statement, values) => {
      const found = await session.find(statement, values);
      if (/^\s*SELECT DISTINCT episode_id/.test(statement))
        most = Math.max(most, found.rows.length);
      return found;
    },
  };
  return { counted, most: () => most };
}
