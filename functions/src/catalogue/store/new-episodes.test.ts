import { expect, test } from 'vitest';
import { feedItem, NOW, readingOf, temporarySqlite } from '../testing/test-catalogue.ts';
import { writableSqliteCatalogue } from '../engines/sqlite/writable-sqlite.ts';
import { storeFeed } from './store-feed.ts';
import { changedEpisodes } from './new-episodes.ts';

const FEED = 'https://show.example/feed';

test('ends without an error if the catalogue is replaced between two pages', async () => {
  const file = temporarySqlite();
  const catalogue = writableSqliteCatalogue(file);
  const items = Array.from({ length: 150 }, () => feedItem());
  await catalogue.write(() => storeFeed(FEED, readingOf(items), NOW));
  const window = { storedSinceMs: NOW, publishedSinceMs: 0 };
  const read: unknown[] = [];
  for await (const episode of changedEpisodes(catalogue, 0, window)) {
    if (read.length === 0) catalogue.startAnew();
    read.push(episode);
  }
  expect(read).toHaveLength(100);
});
