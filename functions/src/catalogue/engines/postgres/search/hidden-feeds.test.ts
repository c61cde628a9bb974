import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../../contract/index.ts';
import { showIdOf } from '../../../../feeds/show-id.ts';
import { pgliteServer } from '../../../testing/test-pglite.ts';
import { feedItem, NOW, readingOf } from '../../../testing/test-catalogue.ts';
import { preparedServer } from '../server/prepared-server.ts';
import type { SqlServer } from '../server/sql-server.ts';
import { writablePostgresCatalogue } from '../writable-postgres.ts';
import { queryPostgres } from './postgres-query.ts';
import { followFeeds } from '../../../queue/followed-feeds.ts';
import { storeFeed } from '../../../store/store-feed.ts';

const HIDDEN = 'https://hidden.example/feed';
const NEWER = 100;

/** `most` returns the largest number of rows that a statement has returned. */
function counting(server: SqlServer): { server: SqlServer; most: () => number } {
  let most = 0;
  return {
    most: () => most,
    server: {
      ...server,
      session: (work, signal) =>
        server.session((session) => {
          const find: typeof session.find = async (statement, values) => {
            const found = await session.find(statement, values);
            if (!statement.includes('unnest')) most = Math.max(most, found.rows.length);
            return found;
          };
          return work({ ...session, find });
        }, signal),
    },
  };
}

test('reads no newer matches of hidden shows', async () => {
  const server = preparedServer(await pgliteServer(), 'PGlite');
  const catalogue = writablePostgresCatalogue(server);
  const items = (name: string, count: number, sinceMs: number) =>
    Array.from({ length: count }, (_, at) =>
      feedItem({
        title: `word ${name} ${at}`,
        guid: `${name} ${at}`,
        audio: `https://audio.example/${name}/${at}.mp3`,
        publishedAtMs: sinceMs - at * 1000,
      }),
    );
  const brought = { url: HIDDEN, host: 'hidden.example', title: 'Club', followers: 1 };
  await catalogue.write(() => followFeeds([{ ...brought, changedAtMs: NOW }], NOW));
  await catalogue.write(() => storeFeed(HIDDEN, readingOf(items('hidden', NEWER, NOW)), NOW));
  const open = items('open', 5, NOW - HOUR_MS);
  await catalogue.write(() => storeFeed('https://public.example/feed', readingOf(open), NOW));

  const ask = async (followed: string[]) => {
    const counted = counting(server);
    const query = { keywords: ['word'], limit: 4, totalLimit: 4, followed };
    const { episodes } = await queryPostgres(counted.server, query, { tryMs: 60_000 });
    return { most: counted.most(), titles: episodes.map(({ title }) => title) };
  };
  const { most, titles } = await ask([]);
  expect(titles).toEqual(['word open 0', 'word open 1', 'word open 2', 'word open 3']);
  expect(most).toBe(4);
  expect((await ask([showIdOf(HIDDEN)])).titles[0]).toBe('word hidden 0');
});
