import { expect, test } from 'vitest';
import { feedItem, NOW, readingOf, temporarySqlite } from '../testing/test-catalogue.ts';
import { sqliteNewEpisodes } from './sqlite-new-episodes.ts';
import { storeInSqlite } from './sqlite-store-feed.ts';

const FEED = 'https://show.example/feed';

test('a catalogue replaced between two pages does not end the reading', () => {
  const catalogue = temporarySqlite();
  const items = Array.from({ length: 300 }, () => feedItem());
  storeInSqlite(catalogue, FEED, readingOf(items), NOW);
  const episodes = sqliteNewEpisodes(catalogue, NOW, 0);
  episodes.next();
  catalogue.startAnew();
  expect([...episodes]).toHaveLength(249);
});
