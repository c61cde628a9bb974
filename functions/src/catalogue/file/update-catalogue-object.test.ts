import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { WritableCatalogue } from '../catalogue.ts';
import { item, rss } from '../../feeds/fixtures/rss.ts';
import { openSqliteFile } from '../engines/sqlite/open-sqlite-file.ts';
import { querySqlite } from '../engines/sqlite/search/sqlite-query.ts';
import { readFeed } from '../../feeds/read/read-feed.ts';
import { refreshCatalogue } from '../../refresh/refresh-catalogue.ts';
import { writableSqliteCatalogue } from '../engines/sqlite/writable-sqlite.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { feedItem, NOW, readingOf } from '../testing/test-catalogue.ts';
import { FAULTS, OBJECT_URL, testStorage, type TestStorage } from '../testing/test-storage.ts';
import { updateCatalogueObject } from './update-catalogue-object.ts';
import { storeFeed } from '../store/store-feed.ts';

const NO_PAUSES = [0, 0];

function update<T>(storage: TestStorage, work: (catalogue: WritableCatalogue) => Promise<T>) {
  return updateCatalogueObject(OBJECT_URL, storage.access, work, { pausesMs: NO_PAUSES });
}

/** Stores an episode with this title in a separate feed. */
function adding(title: string) {
  return async (catalogue: WritableCatalogue) => {
    await Promise.resolve();
    const reading = readingOf([feedItem({ title: `word ${title}` })]);
    await catalogue.write(() => storeFeed(`https://${title}.example/feed`, reading, NOW));
    return title;
  };
}

async function storedTitles(storage: TestStorage): Promise<string[]> {
  const file = path.join(temporaryFolder(), 'stored.db');
  writeFileSync(file, gunzipSync(storage.object!.body));
  const catalogue = openSqliteFile(`file:${file}`);
  const { episodes } = await querySqlite(catalogue, {
    keywords: ['word'],
    limit: 100,
    totalLimit: 9,
  });
  catalogue
    .connection()
    .exec("INSERT INTO episodes_fts (episodes_fts, rank) VALUES ('integrity-check', 1)");
  catalogue.close();
  return episodes.map((episode) => episode.title.replace('word ', '')).sort();
}

const uploads = ({ requests }: TestStorage) => requests.filter((line) => line.startsWith('POST'));

describe('updating a catalogue in a bucket', () => {
  it('starts with an empty catalogue, then extends the stored object', async () => {
    const storage = await testStorage();
    expect(await update(storage, adding('a'))).toBe('a');
    expect(uploads(storage)[0]).toContain('ifGenerationMatch=0');
    await update(storage, adding('b'));
    expect(uploads(storage)[1]).toContain('ifGenerationMatch=1');
    expect(await storedTitles(storage)).toEqual(['a', 'b']);
  });

  it('skips an upload that is not worth storing, except the first', async () => {
    const storage = await testStorage();
    const isWorthStoring = (title: string) => title !== 'b';
    for (const title of ['b', 'c', 'b', 'd']) {
      await updateCatalogueObject(OBJECT_URL, storage.access, adding(title), { isWorthStoring });
    }
    expect(uploads(storage)).toHaveLength(3);
    expect(await storedTitles(storage)).toEqual(['b', 'c', 'd']);
  });

  it('deletes its temporary files', async () => {
    // Uses its own folder, because other processes may update catalogues meanwhile.
    const folder = temporaryFolder();
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const storage = await testStorage();
    let during: string[] = [];
    await update(storage, (catalogue) => {
      during = readdirSync(folder);
      return adding('a')(catalogue);
    });
    await expect(update(storage, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(during).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('uploads nothing if the work fails', async () => {
    const storage = await testStorage();
    await update(storage, adding('a'));
    const before = storage.object;
    await expect(
      update(storage, async (catalogue) => {
        await adding('b')(catalogue);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(storage.object).toBe(before);
  });
});

describe('concurrent refreshes', () => {
  it('the slower refresh repeats its work on the result of the faster refresh', async () => {
    const storage = await testStorage();
    await update(storage, adding('before'));
    let rounds = 0;
    const slow = update(storage, async (catalogue) => {
      rounds += 1;
      if (rounds === 1) await update(storage, adding('fast'));
      return adding('slow')(catalogue);
    });
    expect(await slow).toBe('slow');
    expect(rounds).toBe(2);
    expect(await storedTitles(storage)).toEqual(['before', 'fast', 'slow']);
  });

  it('concurrent uploads lose no episodes', async () => {
    const storage = await testStorage();
    let waiting: (() => void) | undefined;
    let arrived = 0;
    // Both uploads arrive before the first precondition is checked.
    storage.beforeUpload = () => {
      arrived += 1;
      if (arrived === 2) waiting?.();
      return arrived === 1
        ? new Promise((resolve) => {
            waiting = resolve;
          })
        : Promise.resolve();
    };
    await Promise.all([update(storage, adding('a')), update(storage, adding('b'))]);
    expect(await storedTitles(storage)).toEqual(['a', 'b']);
    expect(uploads(storage)).toHaveLength(3);
  });

  it('the slower refresh does not store a feed again that the faster refresh fetched', async () => {
    const storage = await testStorage();
    const asked: string[] = [];
    const refresh = (name: string, before = () => Promise.resolve()) =>
      update(storage, async (catalogue) => {
        await before();
        return refreshCatalogue({
          catalogue,
          readFeed,
          now: Date.now(),
          feeds: [{ url: 'https://show.example/feed' }],
          readFile: () => Promise.reject(new Error('no files here')),
          fetchFeed: () => {
            asked.push(name);
            const bytes = Buffer.from(rss(item(1, '', 'word')));
            const validators = { etag: null, lastModified: null };
            return Promise.resolve({ kind: 'fetched', bytes, contentType: null, validators });
          },
        });
      });
    let others = 0;
    const summary = await refresh('slow', async () => {
      others += 1;
      if (others === 1) await refresh('fast');
    });
    expect(asked).toEqual(['fast', 'slow']);
    expect(summary.reports).toEqual([]);
    expect(await storedTitles(storage)).toEqual(['word']);
  });

  it('gives up after four rounds, and keeps the object of the others', async () => {
    const storage = await testStorage();
    let rounds = 0;
    const always = update(storage, async (catalogue) => {
      rounds += 1;
      storage.put(gzipSync(await fileOf(adding(`other${rounds}`))));
      return adding('mine')(catalogue);
    });
    await expect(always).rejects.toMatchObject({ code: 'upstream-unavailable' });
    expect(rounds).toBe(4);
    expect(await storedTitles(storage)).toEqual(['other4']);
  });
});

describe('a bucket that fails', () => {
  it.each(Object.entries(FAULTS))('retries failed downloads and uploads: %s', async (_, fault) => {
    const storage = await testStorage(200);
    await update(storage, adding('a'));
    storage.faults.push(fault, fault);
    await update(storage, adding('b'));
    await update(storage, async (catalogue) => {
      storage.faults.push(fault, fault);
      return adding('c')(catalogue);
    });
    expect(await storedTitles(storage)).toEqual(['a', 'b', 'c']);
  });

  it('the refresh fails after the retries, and the object is unchanged', async () => {
    const storage = await testStorage(200);
    await update(storage, adding('a'));
    storage.outage = FAULTS.unavailable;
    await expect(update(storage, adding('b'))).rejects.toMatchObject({
      code: 'upstream-unavailable',
      message: expect.stringContaining('status 503') as string,
    });
    expect(await storedTitles(storage)).toEqual(['a']);
  });

  it('stores the result if the response to an upload is lost', async () => {
    const storage = await testStorage();
    storage.answersLost = 1;
    await update(storage, adding('mine'));
    expect(uploads(storage)).toHaveLength(3); // stored, rejected by the precondition, stored again
    expect(await storedTitles(storage)).toContain('mine');
  });

  it.each([
    ['is not gzip', Buffer.from('SQLite format 3 '.repeat(50))],
    ['is not a database', gzipSync('not a database '.repeat(1000))],
  ])('replaces an object that %s', async (_name, body) => {
    const storage = await testStorage();
    storage.put(body);
    await update(storage, (catalogue) =>
      adding('new')(catalogue).catch((error: unknown) => {
        if (!catalogue.isDamaged(error)) throw error;
        catalogue.startAnew();
        return adding('new')(catalogue);
      }),
    );
    expect(uploads(storage)[0]).toContain('ifGenerationMatch=1');
    expect(await storedTitles(storage)).toEqual(['new']);
  });
});

/** Returns the file of a new catalogue after `work`. */
async function fileOf(work: (catalogue: WritableCatalogue) => Promise<unknown>): Promise<Buffer> {
  const file = path.join(temporaryFolder(), 'made.db');
  const catalogue = openSqliteFile(`file:${file}`);
  await work(writableSqliteCatalogue(catalogue));
  catalogue.close();
  return readFileSync(file);
}
