import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { querySqlite } from '../../catalogue/engines/sqlite/search/sqlite-query.ts';
import { storeInSqlite } from '../../catalogue/engines/sqlite/sqlite-store.ts';
import { OBJECT_URL, testStorage, type TestStorage } from '../../catalogue/testing/test-storage.ts';
import {
  feedItem,
  NOW,
  readingOf,
  temporarySqlite,
} from '../../catalogue/testing/test-catalogue.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { keepLog } from '../../testing/test-log.ts';
import { catalogueProvider } from './catalogue-provider.ts';

const WANTED = { keywords: ['word'], limit: 100, totalLimit: 1000 };

function providerOf(url: string) {
  keepLog();
  // Opening the catalogue parses all settings, so this one must be valid.
  vi.stubEnv('CATALOGUE_URL', url);
  onTestFinished(() => void vi.unstubAllEnvs());
  const provider = catalogueProvider(url);
  return (keyword: string, signal = new AbortController().signal) =>
    provider.search({ keywords: [keyword], language: 'English' }, signal);
}

/** A provider cannot be closed, so its copies of the catalogue go to a folder of the test. */
function providerOfObject(storage: TestStorage) {
  vi.stubEnv('STORAGE_EMULATOR_HOST', storage.access.origin);
  const folder = temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  return { ask: providerOf(OBJECT_URL), folder };
}

function filledCatalogue(titles: readonly string[] = ['word one', 'word two', 'else']) {
  const file = path.join(temporaryFolder(), 'catalogue.db');
  const catalogue = temporarySqlite(file);
  const items = titles.map((title) => feedItem({ title }));
  storeInSqlite(catalogue, 'https://show.example/feed', readingOf(items), NOW);
  return { catalogue, file };
}

test('answers from a file, and fails when the file is damaged', async () => {
  const { catalogue, file } = filledCatalogue();
  const ask = providerOf(`file:${file}`);
  const expected = { ...(await querySqlite(catalogue, WANTED)), sort: 'newest', paged: true };
  expect(await ask('word')).toEqual(expected);
  expect(await ask('word')).toMatchObject({ total: 2 });

  catalogue.connection().exec('DROP TABLE episodes_fts');
  await expect(ask('word')).rejects.toMatchObject({ name: 'AppError', code: 'internal' });
});

test('answers all searches from one copy of an object', async () => {
  const { catalogue, file } = filledCatalogue();
  const expected = { ...(await querySqlite(catalogue, WANTED)), sort: 'newest', paged: true };
  catalogue.close();
  const storage = await testStorage();
  storage.guarded = false;
  storage.put(gzipSync(readFileSync(file)));
  const { ask, folder } = providerOfObject(storage);
  expect(await ask('word')).toEqual(expected);
  expect(await Promise.all([ask('word'), ask('one'), ask('two')])).toHaveLength(3);
  const copies = readdirSync(folder).filter((name) => name.startsWith('earshot'));
  expect(copies).toHaveLength(1);
});

test('reports an unavailable object with a time to retry', async () => {
  const storage = await testStorage();
  storage.outage = (_request, response) => void response.writeHead(503).end();
  const { ask } = providerOfObject(storage);
  const failure = { code: 'upstream-unavailable', retryAfterMs: 2_000 };
  await expect(ask('word')).rejects.toMatchObject(failure);
});

test('rejects an aborted search and answers the next one', async () => {
  const { file } = filledCatalogue();
  const refused = { name: 'AppError', code: 'upstream-timeout' };
  const ask = providerOf(`file:${file}`);
  const leaving = new AbortController();
  const left = ask('word', leaving.signal);
  leaving.abort();
  await expect(left).rejects.toMatchObject(refused);
  expect(await ask('word')).toMatchObject({ total: 2 });
});
