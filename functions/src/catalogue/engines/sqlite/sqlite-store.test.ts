import { compareTokens } from '../../testing/test-engines.ts';
import { expect, it } from 'vitest';
import { HOUR_MS } from '../../../contract/index.ts';
import { feedItem, NOW, readingOf, temporarySqlite } from '../../testing/test-catalogue.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { storeInSqlite } from './sqlite-store.ts';

const FEED = 'https://show.example/feed';

it('writes nothing for unchanged episodes', () => {
  const catalogue = temporarySqlite();
  const [first, second] = [feedItem(), feedItem()];
  storeInSqlite(catalogue, FEED, readingOf([first, second]), NOW);
  const changes = () => catalogue.connection().prepare('SELECT total_changes() AS n').raw().all();
  const before = changes();
  storeInSqlite(catalogue, FEED, readingOf([first, second]), NOW + HOUR_MS);
  // Only the row of the feed changes.
  expect(changes()).toEqual([[Number((before as number[][])[0]![0]) + 1]]);
});

function checkIndex(catalogue: SqliteDatabase): void {
  compareTokens(catalogue.connection());
}

it('the check of the text index detects a difference', () => {
  const catalogue = temporarySqlite();
  storeInSqlite(catalogue, FEED, readingOf([feedItem()]), NOW);
  checkIndex(catalogue);
  catalogue.connection().exec("DROP TRIGGER episodes_updated; UPDATE episodes SET title = 'other'");
  expect(() => checkIndex(catalogue)).toThrow(/out of step/);
});

it('indexes the texts of a feed as one segment, also changed texts beside new ones', () => {
  const catalogue = temporarySqlite();
  const segments = () =>
    catalogue
      .connection()
      .prepare('SELECT count(DISTINCT segid) FROM episodes_fts_idx')
      .raw()
      .all();
  const items = Array.from({ length: 12 }, () => feedItem());
  storeInSqlite(catalogue, FEED, readingOf(items), NOW);
  expect(segments()).toEqual([[1]]);
  const changed = items.map((item, at) => (at < 6 ? { ...item, title: `Changed ${at}` } : item));
  const added = Array.from({ length: 6 }, () => feedItem());
  storeInSqlite(catalogue, FEED, readingOf([...changed, ...added]), NOW + HOUR_MS);
  // One more for the changed texts, and one for the new ones.
  expect(segments()).toEqual([[3]]);
  checkIndex(catalogue);
});
