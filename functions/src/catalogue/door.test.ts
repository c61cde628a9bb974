import path from 'node:path';
import * as z from 'zod';
import { describe, expect, expectTypeOf, it, test } from 'vitest';
import { AppError } from '../platform/app-error.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import type { Catalogue, CatalogueReader, WritableCatalogue } from './catalogue.ts';
import { sqliteReader } from './engines/sqlite/sqlite-catalogue.ts';
import { storeInSqlite } from './engines/sqlite/sqlite-store.ts';
import { nameFeeds } from './queue/feed-queue.ts';
import { feedUrls } from './store/feeds.ts';
import { rows, type Work } from './schema/work.ts';
import { feedItem, NOW, readingOf, temporarySqlite } from './testing/test-catalogue.ts';
import { ENGINES } from './testing/test-engines.ts';

const [FIRST, SECOND] = ['https://show.example/first', 'https://show.example/second'] as const;
const named = (url: string) => nameFeeds([{ url, host: 'show.example' }]);

describe.each(ENGINES)('reads and writes on $engine', ({ open }) => {
  it('rejects a write within a read', async () => {
    const { catalogue } = await open();
    await catalogue.write(() => named(FIRST));
    await expect(catalogue.read(() => named(SECOND))).rejects.toMatchObject({ code: 'internal' });
    expect(await catalogue.read(feedUrls)).toEqual([FIRST]);
    await catalogue.write(() => named(SECOND));
    expect(await catalogue.read(feedUrls)).toEqual([FIRST, SECOND]);
  });

  it('rolls back a write that fails', async () => {
    const { catalogue } = await open();
    function* dying(): Work<void> {
      yield* named(FIRST);
      throw new AppError('internal', 'killed');
    }
    await expect(catalogue.write(dying)).rejects.toThrow('killed');
    expect(await catalogue.read(feedUrls)).toEqual([]);
    await catalogue.write(() => named(SECOND));
    expect(await catalogue.read(feedUrls)).toEqual([SECOND]);
  });

  it('writeOne runs a single statement, and rejects a second', async () => {
    const { catalogue } = await open();
    await catalogue.writeOne(() => named(FIRST));
    function* two(): Work<void> {
      yield* named(SECOND);
      yield* named(FIRST);
    }
    await expect(catalogue.writeOne(two)).rejects.toMatchObject({ code: 'internal' });
    expect(await catalogue.read(feedUrls)).toContain(FIRST);
  });

  it('rejects an UPDATE with RETURNING within a read', async () => {
    const { catalogue } = await open();
    await catalogue.write(() => named(FIRST));
    const url = z.object({ url: z.string() });
    const moved = () => rows(url, 'UPDATE feeds SET url = $1 RETURNING url', SECOND);
    await expect(catalogue.read(moved)).rejects.toMatchObject({ code: 'internal' });
    expect(await catalogue.read(feedUrls)).toEqual([FIRST]);
  });

  it('runs work without a statement', async () => {
    const { catalogue } = await open();
    function* nothing(): Work<string> {
      yield* [];
      return 'done';
    }
    expect(await catalogue.read(nothing)).toBe('done');
    expect(await catalogue.write(nothing)).toBe('done');
  });
});

test('a read of a file sees one snapshot', async () => {
  const file = path.join(temporaryFolder(), 'catalogue.db');
  const [database, other] = [temporarySqlite(file), temporarySqlite(file)];
  function* twice(): Work<string[][]> {
    const before = yield* feedUrls();
    storeInSqlite(other, FIRST, readingOf([feedItem()]), NOW);
    return [before, yield* feedUrls()];
  }
  const reader = sqliteReader(database);
  expect(await reader.read(twice)).toEqual([[], []]);
  expect(await reader.read(feedUrls)).toEqual([FIRST]);
});

test('a Catalogue has no read method, and a CatalogueReader has no write method', () => {
  expectTypeOf<Catalogue>().not.toHaveProperty('read');
  expectTypeOf<CatalogueReader>().not.toHaveProperty('write');
  expectTypeOf<WritableCatalogue>().toHaveProperty('write');
});
