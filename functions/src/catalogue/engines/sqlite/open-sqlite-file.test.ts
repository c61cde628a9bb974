import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { isDamaged } from './sqlite-errors.ts';
import { sqliteContents } from './sqlite-catalogue.ts';
import { openSqliteFile } from './open-sqlite-file.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { querySqlite } from './search/sqlite-query.ts';
import { storeInSqlite } from './sqlite-store.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { feedItem, NOW, readingOf, temporarySqlite } from '../../testing/test-catalogue.ts';

const FEED = 'https://show.example/feed';

function fill(file: string, count: number): void {
  const catalogue = openSqliteFile(`file:${file}`);
  const items = Array.from({ length: count }, () =>
    feedItem({ title: 'word', description: 'many words '.repeat(100) }),
  );
  storeInSqlite(catalogue, FEED, readingOf(items), NOW);
  catalogue.close();
}

async function total(catalogue: SqliteDatabase): Promise<number> {
  return (await querySqlite(catalogue, { keywords: ['word'], limit: 100, totalLimit: 1000 })).total;
}

function failure(file: string): unknown {
  try {
    sqliteContents(temporarySqlite(file));
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('opening a catalogue', () => {
  it('creates folder, file and schema, and reopens them', async () => {
    const file = path.join(temporaryFolder(), 'new', 'folder', 'catalogue.db');
    fill(file, 3);
    expect(await total(temporarySqlite(file))).toBe(3);
    const byUrl = openSqliteFile(pathToFileURL(file).href);
    expect(sqliteContents(byUrl)).toEqual({
      episodes: 3,
      podcasts: 1,
      spoken: 0,
      refreshedAtMs: null,
      nextFetchAtMs: null,
    });
    byUrl.close();
  });

  it('names a path that is not a file in the error', () => {
    const folder = temporaryFolder();
    expect(failure(folder)).toMatchObject({
      code: 'internal',
      message: expect.stringContaining(folder) as string,
    });
  });

  it('rejects a foreign database without changes', () => {
    const file = path.join(temporaryFolder(), 'other.db');
    const other = new Database(file);
    other.exec('CREATE TABLE theirs (a)');
    other.close();
    expect(failure(file)).toMatchObject({
      message: expect.stringContaining('of something else') as string,
    });
    expect(isDamaged(failure(file))).toBe(false);
  });

  it('rejects a newer version without changes', () => {
    const file = path.join(temporaryFolder(), 'catalogue.db');
    fill(file, 1);
    const later = new Database(file);
    later.exec('PRAGMA user_version = 99');
    later.close();
    expect(failure(file)).toMatchObject({
      code: 'internal',
      message: expect.stringMatching(/later version.*schema 99/) as string,
    });
  });
});

describe('a damaged file', () => {
  const damages: [name: string, damage: (file: string) => void][] = [
    ['that is not a database', (file) => writeFileSync(file, 'not a database '.repeat(1000))],
    ['that is truncated', (file) => truncateSync(file, 20_000)],
  ];
  it.each(damages)('replaces a file %s, after an error with a code', async (_, damage) => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'catalogue.db');
    fill(file, 50);
    damage(file);
    const damaged = readFileSync(file);

    const reader = temporarySqlite(file);
    await expect(total(reader)).rejects.toThrow(
      expect.objectContaining({ code: 'internal' }) as Error,
    );

    const refresher = temporarySqlite(file);
    let error: unknown;
    try {
      storeInSqlite(refresher, FEED, readingOf([feedItem()]), NOW);
    } catch (thrown) {
      error = thrown;
    }
    expect(isDamaged(error)).toBe(true);
    refresher.startAnew();
    storeInSqlite(refresher, FEED, readingOf([feedItem({ title: 'word' })]), NOW);

    expect(readFileSync(`${file}.corrupt`).equals(damaged)).toBe(true);
    expect(await total(reader)).toBe(1);
  });

  it('moves a damaged file aside once if two refreshers find it', async () => {
    const file = path.join(temporaryFolder(), 'catalogue.db');
    writeFileSync(file, 'not a database '.repeat(1000));
    const [first, second] = [temporarySqlite(file), temporarySqlite(file)];
    for (const catalogue of [first, second]) expect(() => catalogue.connection()).toThrow();
    first.startAnew();
    storeInSqlite(first, FEED, readingOf([feedItem({ title: 'word' })]), NOW);
    second.startAnew();
    expect(await total(second)).toBe(1);
    expect(readFileSync(`${file}.corrupt`, 'utf8')).toContain('not a database');
  });
});

describe('an open catalogue', () => {
  it('reopens a new file when the old file is removed', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'catalogue.db');
    fill(file, 3);
    const catalogue = temporarySqlite(file);
    expect(await total(catalogue)).toBe(3);
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
    expect(await total(catalogue)).toBe(0);
    fill(file, 2);
    expect(await total(catalogue)).toBe(2);
    expect(existsSync(`${file}.corrupt`)).toBe(false);
  });
});

describe('several processes', () => {
  it(
    'several processes create, fill and search one catalogue concurrently',
    { timeout: 30_000 },
    async () => {
      const file = path.join(temporaryFolder(), 'catalogue.db');
      const script = path.join(import.meta.dirname, 'fixtures', 'fill-catalogue.ts');
      const processes = ['a', 'b', 'c'].map((name) =>
        spawn(process.execPath, ['--import', 'tsx', script, file, name], {
          stdio: ['ignore', 'inherit', 'inherit'],
        }),
      );
      const ends = Promise.all(processes.map((child) => once(child, 'exit')));
      const catalogue = temporarySqlite(file);
      const seen: number[] = [];
      let running = processes.length;
      for (const child of processes) child.once('exit', () => (running -= 1));
      while (running > 0) {
        seen.push(await total(catalogue));
        await pause(5);
      }
      expect(await ends).toEqual([
        [0, null],
        [0, null],
        [0, null],
      ]);
      // Three processes stored 30 feeds of 7 episodes each.
      expect(sqliteContents(catalogue).episodes).toBe(3 * 30 * 7);
      expect(seen.filter((count) => count % 7 !== 0)).toEqual([]);
      catalogue
        .connection()
        .exec("INSERT INTO episodes_fts (episodes_fts, rank) VALUES ('integrity-check', 1)");
    },
  );
});
