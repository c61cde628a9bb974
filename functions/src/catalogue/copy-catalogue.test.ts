import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../contract/index.ts';
import { toSpokenText } from '../transcripts/spoken-text.ts';
import type { CatalogueReader, WritableCatalogue } from './catalogue.ts';
import { copyCatalogue } from './copy-catalogue.ts';
import { fetchRecord, feedItem, NOW, readingOf } from './testing/test-catalogue.ts';
import { ENGINES, type TestCatalogue } from './testing/test-engines.ts';
import type { TableRows } from './testing/test-tables.ts';
import { READ } from './attachments/attachment-record.ts';

const PAIRS = ENGINES.flatMap((from) =>
  ENGINES.filter((to) => to !== from).map((to) => ({
    from,
    to,
    name: `${from.engine} to ${to.engine}`,
  })),
);

async function everything(catalogue: CatalogueReader) {
  const query = { keywords: ['word'], limit: 100, totalLimit: 1000 };
  const urls = await catalogue.feedUrls();
  return {
    feeds: await Promise.all(urls.sort().map((url) => catalogue.exportFeed(url))),
    contents: await catalogue.contents(),
    found: await catalogue.query(query),
  };
}

describe.each(PAIRS)('a copy from $name', ({ from, to }) => {
  it('holds the same, and done again writes only what has changed', async () => {
    const [{ catalogue: source }, target] = [await from.open(), await to.open()];
    const items = Array.from({ length: 8 }, (_, age) =>
      feedItem({ title: `word ${age}`, publishedAtMs: NOW - Math.floor(age / 3) * DAY_MS }),
    );
    const undated = feedItem({ title: 'word undated', publishedAtMs: null, durationSeconds: 60 });
    await source.storeFeed('https://a.example/feed', readingOf([...items, undated]), NOW);
    await source.storeFeed('https://b.example/feed', readingOf([feedItem()]), NOW);
    await source.recordFetch(
      'https://c.example/feed',
      fetchRecord({ failures: 3, failure: 'timed-out' }),
    );
    await fillEveryTable(source);

    const progress: number[] = [];
    const copied = await copyCatalogue(source, target.catalogue, (done) => progress.push(done));
    expect([copied, progress]).toEqual([...[{ feeds: 5, written: 16 }, [1, 2, 3, 4, 5]]]);
    expect(await everything(target.catalogue)).toEqual(await everything(source));
    await target.checkIndex();

    expect((await copyCatalogue(source, target.catalogue)).written).toBe(0);
    const changed = [{ ...items[0]!, title: 'word changed' }, ...items.slice(1)];
    await source.storeFeed('https://a.example/feed', readingOf(changed), NOW);
    expect((await copyCatalogue(source, target.catalogue)).written).toBe(9);
    expect(await everything(target.catalogue)).toEqual(await everything(source));
    await target.checkIndex();
    // Episodes stored later are not duplicated.
    const again = await target.catalogue.storeFeed(
      'https://a.example/feed',
      readingOf(changed),
      NOW,
    );
    expect(again).toMatchObject({ new: 0, updated: 0 });
  });
});

/** Values of a missing or an empty column, as the engines print them. */
const EMPTY = [undefined, null, '', "''", '0', "X''", '\\x'];

/** Writes a value into every column of every table. */
async function fillEveryTable(catalogue: WritableCatalogue): Promise<void> {
  const files = (name: string) => [{ url: `https://show.example/${name}`, type: 'text/vtt' }];
  const shared = { title: 'On harbours', durationSeconds: 601, audio: 'https://cdn.example/1.mp3' };
  const items = ['Genoa', 'Lagos', 'Osaka', 'Callao'].map((topic, at) =>
    feedItem({
      ...(at === 0 ? shared : { durationSeconds: 60 }),
      description: `${topic}.\nLearn more about Acme rockets at shop.example.com.`,
      publishedAtMs: NOW - at * 5 * DAY_MS,
      transcripts: files(`${at}.vtt`),
      chapterFiles: files(`${at}.json`),
      persons: [{ name: 'Ada', role: 'guest' }],
    }),
  );
  // More occurrences of a word than one vector holds.
  const long = feedItem({ description: 'word '.repeat(300), publishedAtMs: null });
  const show = { image: 'https://show.example/cover.png' };
  const before = items.map((item) => ({ ...item, guid: `before ${item.guid}` }));
  for (const listed of [before, items]) {
    const reading = readingOf([...listed, long], show);
    await catalogue.storeFeed('https://d.example/feed', reading, NOW - 1000);
  }
  await catalogue.storeFeed('https://e.example/feed', readingOf([feedItem(shared)]), NOW - 1000);
  await catalogue.listFeeds([{ url: 'https://d.example/feed', host: 'd.example' }], NOW);
  const validators = { etag: '"1"', lastModified: 'Sat' };
  await catalogue.recordFetch('https://d.example/feed', {
    ...fetchRecord({ validators, failures: 3, failure: 'timed-out', host: 'd.example' }),
    ...{ intervalMs: 1, gapMs: 2, newestAtMs: NOW, bodyHash: '3' },
    ...{ movedTo: 'https://e.example/feed', movedAtMs: NOW },
  });
  const stored = (await catalogue.exportFeed('https://d.example/feed'))!;
  const standing = {
    publisher: 'someone',
    owner: 'o',
    followers: 2,
    pushedAtMs: NOW,
    reason: 'new',
  };
  const ids = { indexId: 7, appleId: 8, guid: 'a-b' };
  const times = { stateSinceMs: NOW, startedMs: NOW, followedAtMs: NOW, indexedAtMs: NOW };
  await catalogue.importFeed({
    ...stored,
    standing: { ...stored.standing, ...standing, ...ids, ...times, state: 'probation' },
  });
  await catalogue.finishRefresh(NOW);

  const all = { everyOne: true, limit: 2 };
  const tried = { tries: 1, triedAtMs: NOW, nextTryAtMs: NOW + DAY_MS, outcome: 'gone' };
  const later = { etag: '"2"', lastModified: 'Sun' };
  const read = { tries: 0, nextTryAtMs: null, outcome: READ };
  const [said, silent] = await catalogue.awaitedTranscripts(NOW, all);
  const spoken = toSpokenText([{ startMs: 0, text: 'The harbour at dawn', speaker: '' }]);
  await catalogue.recordTranscript(said!.episodeId, { ...said!, ...tried, ...read }, spoken);
  await catalogue.recordTranscript(
    silent!.episodeId,
    { ...silent!, ...tried, validators: later },
    null,
  );
  const [parted, whole] = await catalogue.awaitedChapters(NOW, all);
  const chapters = [{ startMs: 5000, title: 'Copper' }];
  await catalogue.recordChapters(parted!.episodeId, { ...parted!, ...tried, ...read }, chapters);
  await catalogue.recordChapters(
    whole!.episodeId,
    { ...whole!, ...tried, validators: later },
    null,
  );
}

/** Ids of feeds are replaced by URLs, as a copy has its own ids. */
async function tablesOf({ tables }: TestCatalogue): Promise<Record<string, TableRows>> {
  const found = await tables();
  const urls = new Map(found['feeds']?.map(({ id, url }) => [id, url]));
  // Claims and what channels announced are not copied, and changes have the times of the copying.
  const left = ['lease_until_ms', 'pushed_by', 'changed_at_ms'];
  const copied = Object.entries(found).filter(([name]) => !['channels', 'wake_ups'].includes(name));
  const named = (row: TableRows[number]) => ({
    ...Object.fromEntries(Object.entries(row).filter(([name]) => !left.includes(name))),
    ...('feed_id' in row && { feed_id: urls.get(row['feed_id'] ?? null) ?? null }),
    ...('url' in row && { id: row['url'] ?? null }),
  });
  return Object.fromEntries(copied.map(([name, rows]) => [name, rows.map(named)]));
}

describe.each(ENGINES)('a copy from one $engine to another', ({ open }) => {
  it('holds the same in every column of every table', async () => {
    const [source, target] = [await open(), await open()];
    await fillEveryTable(source.catalogue);
    const tables = await tablesOf(source);
    expect(Object.keys(tables)).toContain('chapter_files');
    const empty = Object.entries(tables).flatMap(([table, rows]) =>
      Object.keys(rows[0] ?? { 'any row': null })
        .filter((column) => rows.every((row) => EMPTY.includes(row[column])))
        .map((column) => `${table}.${column}`),
    );
    expect(empty).toEqual([]);

    await copyCatalogue(source.catalogue, target.catalogue);
    expect(await tablesOf(target)).toEqual(tables);
    expect((await copyCatalogue(source.catalogue, target.catalogue)).written).toBe(0);
    expect(await tablesOf(target)).toEqual(tables);
  });
});
