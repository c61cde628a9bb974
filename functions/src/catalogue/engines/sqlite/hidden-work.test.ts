import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../contract/index.ts';
import { feedItem, NOW, readingOf, temporarySqlite } from '../../testing/test-catalogue.ts';
import { searching, type SqliteDatabase } from './sqlite-database.ts';
import { querySqlite } from './search/sqlite-query.ts';
import { sqliteTextsWith } from './search/texts-with.ts';
import { writableSqliteCatalogue } from './writable-sqlite.ts';
import { storeFeed } from '../../store/store-feed.ts';
import { followFeeds } from '../../queue/followed-feeds.ts';

/** Number of steps that SQLite's virtual machine has run so far. */
function stepsOf(database: SqliteDatabase): Promise<number> {
  return searching(database, async (connection) =>
    Number(await connection.json('SELECT total(nstep) FROM sqlite_stmt')),
  );
}

test('followers-only shows make neither searches nor suggestions slower', async () => {
  const database = temporarySqlite();
  const catalogue = writableSqliteCatalogue(database);
  const items = Array.from({ length: 20 }, (_, at) =>
    feedItem({ title: `On ledgers ${at}`, publishedAtMs: NOW - at * HOUR_MS }),
  );
  await catalogue.write(() => storeFeed('https://public.example/feed', readingOf(items), NOW));
  const query = { keywords: ['ledgers'], limit: 20, totalLimit: 20 };
  const asks = {
    search: () => querySqlite(database, query),
    'help with spelling': () => sqliteTextsWith(database, query),
  };
  const bring = (from: number, to: number) =>
    catalogue.write(() =>
      followFeeds(
        Array.from({ length: to - from }, (_, at) => {
          const url = `https://hidden.example/${from + at}`;
          return { url, host: 'hidden.example', title: 'Club', followers: 1, changedAtMs: NOW };
        }),
        NOW,
      ),
    );
  const measured = async () => {
    const steps: Record<string, number> = {};
    for (const [name, ask] of Object.entries(asks)) {
      // The first run prepares statements and measures word frequencies.
      await ask();
      const before = await stepsOf(database);
      await ask();
      steps[name] = (await stepsOf(database)) - before;
    }
    return steps;
  };
  await bring(0, 1);
  const few = await measured();
  await bring(1, 1_000);
  for (const [name, steps] of Object.entries(await measured())) {
    expect(steps - (few[name] ?? 0), name).toBeLessThan(100);
  }
});

test('an episode look-up reads no followers-only episodes of the same hour', async () => {
  const database = temporarySqlite();
  const catalogue = writableSqliteCatalogue(database);
  const item = feedItem({ publishedAtMs: NOW - HOUR_MS });
  await catalogue.write(() => storeFeed('https://public.example/feed', readingOf([item]), NOW));
  const asked = { keywords: ['episode'], limit: 1, totalLimit: 1 };
  const { episodes } = await catalogue.query(asked);
  const lookup = { id: episodes[0]!.id!, pub_date_ms: NOW - HOUR_MS, keywords: [] };
  const steps = () => {
    const counted = 'SELECT total(nstep) FROM sqlite_stmt';
    return Number(database.connection().prepare(counted).raw().all().flat()[0]);
  };
  const measured = async () => {
    await catalogue.episode(lookup);
    const before = steps();
    expect(await catalogue.episode(lookup)).toMatchObject({ id: lookup.id });
    return steps() - before;
  };
  const alone = await measured();
  const url = 'https://hidden.example/feed';
  const brought = { url, host: 'hidden.example', title: 'Club', followers: 1, changedAtMs: NOW };
  await catalogue.write(() => followFeeds([brought], NOW));
  const others = Array.from({ length: 300 }, (_, at) =>
    feedItem({ publishedAtMs: NOW - HOUR_MS + (at + 1) * 1_000 }),
  );
  await catalogue.write(() => storeFeed(url, readingOf(others), NOW));
  expect((await measured()) - alone).toBeLessThan(100);
});
