import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { querySqlite } from '../../catalogue/engines/sqlite/search/sqlite-query.ts';
import { storeInSqlite } from '../../catalogue/engines/sqlite/sqlite-store.ts';
import { temporaryFolder } from '../../platform/temporary-folder.ts';
import {
  feedItem,
  NOW,
  readingOf,
  temporarySqlite,
} from '../../catalogue/testing/test-catalogue.ts';
import { OBJECT_URL, testStorage } from '../../catalogue/storage/test-storage.ts';
import { searchResponseSchema } from '../../contract/index.ts';
import type { EncodedResponse } from '../encode-response.ts';
import { openQueryThread } from './query-thread.ts';
import { keepLog } from '../../platform/test-log.ts';

/** Hangs on "hang", crashes on "end", finds 7 otherwise. */
const STUCK = path.join(import.meta.dirname, 'fixtures', 'stuck-thread.js');
const WANTED = { keywords: ['word'], limit: 100, totalLimit: 1000 };

function responseOf({ json }: EncodedResponse) {
  return searchResponseSchema.parse(JSON.parse(new TextDecoder().decode(json)));
}

function threadOf(options: Omit<Parameters<typeof openQueryThread>[0], 'covers'>) {
  keepLog();
  // The thread parses all settings.
  vi.stubEnv('CATALOGUE_URL', options.catalogueUrl);
  const thread = openQueryThread({ covers: 'public', ...options });
  onTestFinished(() => {
    vi.unstubAllEnvs();
    thread.close();
  });
  return {
    close: () => thread.close(),
    ask: (keyword: string, signal?: AbortSignal) =>
      thread.query({ ...WANTED, keywords: [keyword] }, signal),
  };
}

function filledCatalogue() {
  const file = path.join(temporaryFolder(), 'catalogue.db');
  const catalogue = temporarySqlite(file);
  const items = ['word one', 'word two', 'else'].map((title) => feedItem({ title }));
  storeInSqlite(catalogue, 'https://show.example/feed', readingOf(items), NOW);
  return { catalogue, file };
}

describe('a thread that queries', { timeout: 30_000 }, () => {
  test('a file answers as the catalogue itself does, and fails as it does', async () => {
    const { catalogue, file } = filledCatalogue();
    const { ask } = threadOf({ catalogueUrl: `file:${file}` });
    const expected = { ...(await querySqlite(catalogue, WANTED)), sort: 'newest' };
    expect(responseOf(await ask('word'))).toEqual(expected);
    expect(await ask('word')).toMatchObject({ total: 2 });

    catalogue.connection().exec('DROP TABLE episodes_fts');
    await expect(ask('word')).rejects.toMatchObject({ name: 'AppError', code: 'internal' });
  });

  test('an object answers from a copy, and leaves none behind', async () => {
    const { catalogue, file } = filledCatalogue();
    const expected = { ...(await querySqlite(catalogue, WANTED)), sort: 'newest' };
    catalogue.close();
    const storage = await testStorage();
    storage.guarded = false;
    storage.put(gzipSync(readFileSync(file)));
    vi.stubEnv('STORAGE_EMULATOR_HOST', storage.access.origin);
    const folder = temporaryFolder();
    vi.stubEnv('TMPDIR', folder);
    const { ask, close } = threadOf({ catalogueUrl: OBJECT_URL });
    expect(responseOf(await ask('word'))).toEqual(expected);
    const copies = () => readdirSync(folder).filter((name) => name.startsWith('earshot'));
    expect(copies()).toHaveLength(1);
    close();
    await vi.waitFor(() => expect(copies()).toEqual([]), 20_000);
  });

  test('an object that cannot be had says that it is to be tried again', async () => {
    const storage = await testStorage();
    storage.outage = (_request, response) => void response.writeHead(503).end();
    vi.stubEnv('STORAGE_EMULATOR_HOST', storage.access.origin);
    const { ask } = threadOf({ catalogueUrl: OBJECT_URL });
    const failure = { code: 'upstream-unavailable', retryAfterMs: 2_000 };
    await expect(ask('word')).rejects.toMatchObject(failure);
  });
});

test('a query that is stuck is ended, and those behind it are answered', async () => {
  const { ask } = threadOf({ catalogueUrl: 'file:x', runLimitMs: 200, graceMs: 0, program: STUCK });
  const outcomes = await Promise.allSettled([
    ask('hang'),
    ask('a'),
    ask('b'),
    ask('hang'),
    ask('c'),
  ]);
  const refused = { status: 'rejected', reason: { code: 'upstream-timeout' } };
  const answered = { status: 'fulfilled', value: { total: 7 } };
  expect(outcomes).toMatchObject([refused, answered, answered, refused, answered]);
});

test('a thread that ends fails what it was at, and is replaced', async () => {
  const { ask } = threadOf({ catalogueUrl: 'file:x', program: STUCK });
  const outcomes = await Promise.allSettled([ask('end'), ask('a')]);
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { code: 'internal' } },
    { status: 'fulfilled', value: { total: 7 } },
  ]);
  expect(await ask('b')).toMatchObject({ total: 7 });
});

test('a thread that cannot start fails what was asked of it, not over and over', async () => {
  const { ask } = threadOf({ catalogueUrl: 'file:x', program: '/nowhere/thread.js' });
  await expect(ask('a')).rejects.toMatchObject({ code: 'internal' });
});

test('a query that nobody waits for any more is given up', async () => {
  const { ask } = threadOf({ catalogueUrl: 'file:x', runLimitMs: 300, graceMs: 0, program: STUCK });
  const leaving = new AbortController();
  const hanging = ask('hang');
  const waiting = ask('a', leaving.signal);
  leaving.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'upstream-timeout' });
  await expect(hanging).rejects.toMatchObject({ code: 'upstream-timeout' });
  expect(await ask('b')).toMatchObject({ total: 7 });
});

test('while three threads are stuck, queries fail at once, and are answered when one is free', async () => {
  const { ask } = threadOf({ catalogueUrl: 'file:x', runLimitMs: 100, graceMs: 0, program: STUCK });
  const refused = { code: 'upstream-timeout' };
  const hanging = [ask('hang'), ask('hang'), ask('hang'), ask('a')];
  for (const asked of hanging) await expect(asked).rejects.toMatchObject(refused);
  await expect(ask('b')).rejects.toMatchObject({ message: 'The catalogue hangs' });
  await vi.waitFor(async () => expect(await ask('c')).toMatchObject({ total: 7 }), 20_000);
});
