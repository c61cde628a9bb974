import { existsSync, fstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sqliteContents } from '../engines/sqlite/sqlite-catalogue.ts';
import { openSqliteFile } from '../engines/sqlite/open-sqlite-file.ts';
import { type ObjectPacing, openCatalogueObject } from './open-catalogue-object.ts';
import { querySqlite } from '../engines/sqlite/search/sqlite-query.ts';
import { storeInSqlite } from '../engines/sqlite/sqlite-store.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { feedItem, NOW, readingOf } from '../testing/test-catalogue.ts';
import { FAULTS, OBJECT_URL, testStorage, type TestStorage } from '../testing/test-storage.ts';

/** Checks the bucket at every search. */
const EAGER: ObjectPacing = {
  checkEveryMs: 0,
  retryEveryMs: 0,
  patienceMs: 5_000,
  agedPatienceMs: 5_000,
  agedAfterMs: 60_000,
};

/** Returns a compressed catalogue with `count` matches of "word". */
function packedCatalogue(count: number): Buffer {
  const file = path.join(temporaryFolder(), 'made.db');
  const catalogue = openSqliteFile(`file:${file}`);
  const items = Array.from({ length: count }, () => feedItem({ title: 'word' }));
  storeInSqlite(catalogue, 'https://show.example/feed', readingOf(items), NOW);
  catalogue.close();
  return gzipSync(readFileSync(file));
}

function opened(storage: TestStorage, pacing: Partial<ObjectPacing> = {}) {
  const catalogue = openCatalogueObject(OBJECT_URL, storage.access, { ...EAGER, ...pacing });
  onTestFinished(() => catalogue.close());
  return {
    catalogue,
    async total() {
      await catalogue.ready();
      return (await querySqlite(catalogue, { keywords: ['word'], limit: 100, totalLimit: 1000 }))
        .total;
    },
  };
}

describe('a catalogue in a bucket', () => {
  it('searches a copy, and updates it when the object is replaced', async () => {
    const storage = await testStorage();
    storage.put(packedCatalogue(3));
    const { total, catalogue } = opened(storage);
    const openedAtMs = Date.now();
    expect(await total()).toBe(3);
    expect(catalogue.checkedAtMs()).toBeGreaterThanOrEqual(openedAtMs);
    storage.put(packedCatalogue(5));
    expect(await total()).toBe(5);
  });

  it('checks the bucket once per interval, and downloads only a new generation', async () => {
    const storage = await testStorage();
    storage.put(packedCatalogue(1));
    const calm = opened(storage, { checkEveryMs: 60_000 });
    for (let turn = 0; turn < 20; turn += 1) await calm.total();
    expect(storage.requests).toHaveLength(1);

    storage.requests.length = 0;
    const eager = opened(storage);
    for (let turn = 0; turn < 3; turn += 1) await eager.total();
    expect(storage.requests).toEqual([
      expect.not.stringContaining('ifGeneration') as string,
      expect.stringContaining('ifGenerationNotMatch=1') as string,
      expect.stringContaining('ifGenerationNotMatch=1') as string,
    ]);
  });

  it('an absent object is an empty catalogue until the first refresh', async () => {
    const storage = await testStorage();
    const { total, catalogue } = opened(storage);
    expect(await total()).toBe(0);
    expect(sqliteContents(catalogue).refreshedAtMs).toBeNull();
    storage.put(packedCatalogue(2));
    expect(await total()).toBe(2);
  });

  it('no search fails while copies are replaced under load', async () => {
    const storage = await testStorage();
    const versions = [packedCatalogue(1), packedCatalogue(2), packedCatalogue(3)];
    storage.put(versions[0]!);
    const { total } = opened(storage);
    const seen = new Set<number>();
    for (let turn = 0; turn < 30; turn += 1) {
      storage.put(versions[turn % 3]!);
      const totals = await Promise.all(Array.from({ length: 10 }, total));
      totals.forEach((count) => seen.add(count));
    }
    expect([...seen].sort()).toEqual([1, 2, 3]);
  });

  it('frees the space of replaced copies', async () => {
    const storage = await testStorage();
    const { total } = opened(storage);
    for (let turn = 0; turn < 5; turn += 1) {
      storage.put(packedCatalogue(1));
      await total();
    }
    // Files of closed copies are truncated, though libsql keeps them open.
    const sizes = openCopies();
    expect(sizes.filter((size) => size > 0).length).toBeLessThanOrEqual(3);
  });

  it('a search stops waiting for a slow bucket, and later searches use the new copy', async () => {
    const storage = await testStorage();
    storage.put(packedCatalogue(1));
    const { total } = opened(storage, { patienceMs: 50 });
    await total();
    storage.put(packedCatalogue(2));
    const body = storage.object!.body;
    let deliver: (() => void) | undefined;
    storage.faults.push((_, response) => {
      response.writeHead(200, { 'content-length': body.length, 'x-goog-generation': '2' });
      deliver = () => response.end(body);
    });
    expect(await total()).toBe(1);
    deliver?.();
    await vi.waitFor(async () => expect(await total()).toBe(2), 20_000);
  });
});

describe('a bucket that fails', () => {
  const faults = Object.entries(FAULTS);

  it.each(faults)('keeps the old copy while the bucket fails: %s', async (_name, fault) => {
    const storage = await testStorage(200);
    storage.put(packedCatalogue(4));
    const { total, catalogue } = opened(storage);
    expect(await total()).toBe(4);
    const confirmedAtMs = catalogue.checkedAtMs();
    storage.put(packedCatalogue(6));
    storage.outage = fault;
    await pause(5);
    expect(await total()).toBe(4);
    expect(catalogue.checkedAtMs()).toBe(confirmedAtMs);
    storage.outage = null;
    expect(await total()).toBe(6);
    expect(catalogue.checkedAtMs()).toBeGreaterThan(confirmedAtMs!);
  });

  it.each(faults)('rejects the first reader with upstream-unavailable: %s', async (_, fault) => {
    const storage = await testStorage(200);
    storage.put(packedCatalogue(4));
    storage.outage = fault;
    const { total } = opened(storage);
    await expect(total()).rejects.toMatchObject({
      code: 'upstream-unavailable',
      retryAfterMs: 0,
    });
    storage.outage = null;
    expect(await total()).toBe(4);
  });

  it('concurrent readers without a copy share one request', async () => {
    const storage = await testStorage();
    storage.outage = FAULTS.unavailable;
    const { total } = opened(storage, { retryEveryMs: 60_000 });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, total));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(Array(20).fill('rejected'));
    expect(storage.requests).toHaveLength(1);
  });

  it('keeps the copy when the object is deleted', async () => {
    const storage = await testStorage();
    storage.put(packedCatalogue(4));
    const { total } = opened(storage);
    await total();
    storage.object = null;
    expect(await total()).toBe(4);
  });

  it.each([
    ['is not compressed', Buffer.from('SQLite format 3 '.repeat(50))],
    ['is empty', Buffer.alloc(0)],
    ['is no database', gzipSync('not a database '.repeat(1000))],
    ['was altered', alteredCatalogue()],
  ])('keeps the copy, and downloads the object once, when it %s', async (_name, body) => {
    const storage = await testStorage();
    storage.put(packedCatalogue(4));
    const { total, catalogue } = opened(storage);
    await total();
    const confirmedAtMs = catalogue.checkedAtMs();
    storage.put(body);
    await pause(5);
    for (let turn = 0; turn < 3; turn += 1) expect(await total()).toBe(4);
    expect(storage.requests.at(-1)).toContain('ifGenerationNotMatch=2');
    expect(catalogue.checkedAtMs()).toBe(confirmedAtMs);
    storage.put(packedCatalogue(7));
    expect(await total()).toBe(7);
  });
});

/** Returns gzip data with one changed byte. */
function alteredCatalogue(): Buffer {
  const body = gzipSync(Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 251)));
  body[Math.floor(body.length / 2)]! ^= 0xff;
  return body;
}

/** Returns the sizes of the copies that this process has open; empty on macOS. */
function openCopies(): number[] {
  if (!existsSync('/proc/self/fd')) return [];
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${descriptor}`);
      return target.includes('earshot-catalogue-') ? [fstatSync(Number(descriptor)).size] : [];
    } catch {
      return []; // closed meanwhile
    }
  });
}
