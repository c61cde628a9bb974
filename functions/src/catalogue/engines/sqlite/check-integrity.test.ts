import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { expect, it } from 'vitest';
import { isDamaged } from './sqlite-errors.ts';
import { openSqliteFile } from './open-sqlite-file.ts';
import { checkIntegrity } from './writable-sqlite.ts';
import { storeInSqlite } from './sqlite-store.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { feedItem, NOW, readingOf } from '../../testing/test-catalogue.ts';

let whole: Buffer | undefined;

/** Creates a catalogue file of many pages. */
function filled(): string {
  const file = path.join(temporaryFolder(), 'catalogue.db');
  if (whole === undefined) {
    fill(file);
    whole = readFileSync(file);
  }
  writeFileSync(file, whole);
  return file;
}

function fill(file: string): void {
  const catalogue = openSqliteFile(`file:${file}`);
  const items = Array.from({ length: 500 }, (_, index) =>
    feedItem({ title: `word ${index}`, description: `some ${index} words `.repeat(60) }),
  );
  storeInSqlite(catalogue, 'https://show.example/feed', readingOf(items), NOW);
  catalogue.close();
}

function isFoundDamaged(file: string): boolean {
  const catalogue = openSqliteFile(`file:${file}`);
  try {
    checkIntegrity(catalogue.connection());
    return false;
  } catch (error) {
    expect(isDamaged(error)).toBe(true);
    return true;
  } finally {
    catalogue.close();
  }
}

it('accepts an intact catalogue', () => {
  expect(isFoundDamaged(filled())).toBe(false);
});

it('detects a file truncated at any position', () => {
  for (const part of [0.3, 0.6, 0.9, 0.99]) {
    const file = filled();
    truncateSync(file, Math.floor(statSync(file).size * part));
    expect([part, isFoundDamaged(file)]).toEqual([part, true]);
  }
});

it('detects overwritten pages', () => {
  for (const part of [0.2, 0.4, 0.6, 0.8]) {
    const file = filled();
    const bytes = readFileSync(file);
    const page = Math.floor((bytes.length * part) / 4096) * 4096;
    bytes.fill(0x5a, page, page + 3 * 4096);
    writeFileSync(file, bytes);
    expect([part, isFoundDamaged(file)]).toEqual([part, true]);
  }
});

it('detects a corrupt full-text index inside intact pages', () => {
  const file = filled();
  const database = new Database(file);
  database.exec('UPDATE episodes_fts_data SET block = zeroblob(40) WHERE id > 1000');
  database.close();
  expect(isFoundDamaged(file)).toBe(true);
});
