import { expect, test } from 'vitest';
import { feedItem, NOW, readingOf, temporarySqlite } from '../testing/test-catalogue.ts';
import { writableSqliteCatalogue } from '../engines/sqlite/writable-sqlite.ts';
import { storeFeed } from './store-feed.ts';

test('adds a duplicate to a group without regrouping the others', async () => {
  const database = temporarySqlite();
  const catalogue = writableSqliteCatalogue(database);
  const talk = { audio: 'https://cdn.example/1.mp3', durationSeconds: 601 };
  const publishes = (show: number, seenAtMs = NOW + show) =>
    catalogue.write(() =>
      storeFeed(
        `https://show-${show}.example/feed`,
        readingOf([feedItem({ title: 'Of ledgers', ...talk })]),
        seenAtMs,
      ),
    );
  const groups = () =>
    database
      .connection()
      .prepare('SELECT feed_id, copy_group FROM copies ORDER BY feed_id')
      .raw()
      .all() as [number, number][];
  for (let show = 1; show <= 4; show += 1) await publishes(show);
  const group = groups()[0]?.[1];
  expect(groups().map(([, each]) => each)).toEqual([group, group, group, group]);

  // A wrong group, which a regrouping would correct.
  database.connection().exec('UPDATE copies SET copy_group = -7 WHERE feed_id = 3');
  await publishes(5);
  expect(groups().map(([, each]) => each)).toEqual([group, group, -7, group, group]);
  // All duplicates are regrouped if the first-seen episode changes.
  await publishes(6, NOW);
  expect(groups().map(([, each]) => each)).toEqual(Array<unknown>(6).fill(group));
});
