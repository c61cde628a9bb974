import { expect, test } from 'vitest';
import { planQuery } from '../../../../query/plan-query.ts';
import { toSpokenText } from '../../../../feeds/transcripts/spoken-text.ts';
import { feedItem, NOW, readingOf } from '../../../testing/test-catalogue.ts';
import { pgliteServer } from '../../../testing/test-pglite.ts';
import { READ } from '../../../store/attachment-record.ts';
import { dayTables } from '../day-tables.ts';
import { writablePostgresCatalogue } from '../writable-postgres.ts';
import { preparedServer } from '../server/prepared-server.ts';
import type { SqlSession } from '../server/sql-server.ts';
import { matchingIds } from './matching-ids.ts';
import { storeFeed } from '../../../store/store-feed.ts';
import { TRANSCRIPTS, awaitedAttachments } from '../../../store/attachments-store.ts';
import { recordTranscript } from '../../../store/transcripts-store.ts';

const SAID = ['our sponsor', 'our sponsor', 'our sponsor', 'the harbour', 'the harbour sponsor'];
const QUERIES: [query: string, count: number][] = [
  ['word', 6],
  ['+word -sponsor', 2],
  ['+word -spoken:sponsor', 2],
  ['+word -harbour -our', 1],
  ['title:one OR sponsor', 4],
  ['title:five OR harbour', 2],
  ['+word -title:one', 5],
  ['word -(sponsor AND harbour)', 5],
  ['word -(our AND sponsor)', 3],
  ['word -(spoken:our AND title:one)', 5],
  ['(word -sponsor) OR title:one', 3],
  ['(word -sponsor) OR (word -harbour)', 5],
  ['(title:word -sponsor) OR (six -"The Show")', 2],
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
      return { found: await matchingIds(searched, planQuery([query])!, 100), most: most() };
    });
  for (const [query, count] of QUERIES) {
    const { found } = await answer(query);
    expect([query, found.length]).toEqual([query, count]);
    const shortly = await answer(query, 1);
    expect([query, shortly.found]).toEqual([query, found]);
    // The search lists one id more than the limit of 1, to detect that there are more.
    if (query.includes('-') && !/title:|\(/.test(query)) {
      expect([query, shortly.most]).toEqual([query, 2]);
    }
  }
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
