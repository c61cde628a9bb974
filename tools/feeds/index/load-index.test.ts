import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type DumpedShow,
  drawnShows,
  writeDump,
} from '../../../functions/src/catalogue/engines/sqlite/test-dump.ts';
import { updateCatalogue } from '../../../functions/src/catalogue/storage/update-catalogue.ts';
import { fetchRecord } from '../../../functions/src/catalogue/testing/test-catalogue.ts';
import { ENGINES } from '../../../functions/src/catalogue/testing/test-engines.ts';
import { DAY_MS } from '../../../functions/src/contract/index.ts';
import { temporaryFolder } from '../../../functions/src/platform/temporary-folder.ts';
import { chooseShows } from './choose-shows.ts';
import { loadIndex, storeCandidates } from './load-index.ts';
import { feedUrls, recordFetch } from '../../../functions/src/catalogue/queue/feeds.ts';
import { exportFeed } from '../../../functions/src/catalogue/store/copy-feed.ts';
import { showsById } from '../../../functions/src/catalogue/answers/known-shows.ts';
import { claimFeeds, listFeeds } from '../../../functions/src/catalogue/queue/feed-queue.ts';
import { followFeeds } from '../../../functions/src/catalogue/queue/followed-feeds.ts';
import { recordWord } from '../../../functions/src/catalogue/gate/review.ts';
import { addCandidates } from '../../../functions/src/catalogue/queue/candidates.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const SECOND = NOW / 1000;
const CHOICE = { language: 'en', activeDays: 30, most: 100 };

const show = (name: string, fields: Partial<DumpedShow> = {}): Partial<DumpedShow> => ({
  url: `https://host.example/${name}`,
  title: name,
  itunesAuthor: 'Ada',
  language: 'en-us',
  dead: 0,
  lastHttpStatus: 200,
  popularityScore: 1,
  newestItemPubdate: SECOND - 60,
  oldestItemPubdate: SECOND - 400 * 86_400,
  createdOn: SECOND - 300 * 86_400,
  ...fields,
});

/** Rows, and why each is left out; '' where it is chosen. */
const TABLE: [show: Partial<DumpedShow>, reason: string][] = [
  [show('usual', { itunesId: 1050462261, podcastGuid: 'A0B1-C2' }), ''],
  [show('tag', { language: 'EN_gb' }), ''],
  [show('text', { popularityScore: '7', dead: '0', lastHttpStatus: '200' }), ''],
  [show('slow', { lastHttpStatus: 429 }), ''],
  [show('down', { lastHttpStatus: 503 }), ''],
  [show('dead', { dead: 1 }), 'dead'],
  [show('gone', { lastHttpStatus: 410 }), 'failing'],
  [show('german', { language: 'de' }), 'language'],
  [show('enga', { language: 'enga' }), 'language'],
  [show('unsaid', { language: null }), 'language'],
  [show('silent', { newestItemPubdate: SECOND - 31 * 86_400 }), 'silent'],
  [show('never', { newestItemPubdate: null }), 'silent'],
  [show('ahead', { newestItemPubdate: SECOND + 10 * 86_400 }), 'silent'],
  [show('file', { url: 'file:///etc/passwd' }), 'unsafe'],
  [show('local', { url: 'http://127.0.0.1/feed' }), 'unsafe'],
  [show('private', { url: 'https://host.example/rss?token=abcdefabcdefabcdef' }), 'private'],
  [show('again', { url: 'http://www.host.example/usual/' }), 'duplicate'],
];

async function inFolder() {
  const folder = temporaryFolder();
  const catalogue = `file:${path.join(folder, 'catalogue.db')}`;
  const dump = path.join(folder, 'dump.db');
  const read = <T>(work: Parameters<typeof updateCatalogue<T>>[1]) =>
    updateCatalogue(catalogue, work);
  return Promise.resolve({ folder, catalogue, dump, read });
}

describe('shows of a dump', () => {
  it('are chosen or left out by reason, and stand on probation since the index has them', async () => {
    const { catalogue, dump, read } = await inFolder();
    writeDump(
      dump,
      TABLE.map(([row]) => row),
    );
    const report = await loadIndex(catalogue, dump, CHOICE, NOW);
    expect(report).toBe(
      '17 shows read, 5 chosen, 5 of them new: on probation, first asked within a day. ' +
        'Left out: 1 dead, 1 failing, 3 language, 3 silent, 2 unsafe, 1 private, 1 duplicate.',
    );
    const chosen = TABLE.filter(([, reason]) => reason === '').map(([{ url }]) => url);
    await read(async (opened) => {
      expect((await opened.read(feedUrls)).sort()).toEqual(chosen.sort());
      const stored = (await opened.read(() => exportFeed('https://host.example/usual')))!;
      const ids = [{ appleId: 1050462261 }, { indexId: 1 }, { guid: 'a0b1-c2' }] as const;
      for (const id of ids) {
        expect(await opened.read(() => showsById(id))).toMatchObject([
          { url: stored.url, isHeard: false },
        ]);
      }
      expect(await opened.read(() => showsById({ appleId: 0 }))).toEqual([]);
      expect(stored.standing).toMatchObject({
        source: 'index',
        state: 'probation',
        reason: null,
        publisher: 'ada@host.example',
        sinceMs: NOW - 300 * DAY_MS,
        stateSinceMs: NOW - 300 * DAY_MS,
      });
      expect(stored.record.host).toBe('host.example');
    });
  });

  it('come the most popular first, then the newest, and are due over a day in this order', async () => {
    const { catalogue, dump, read } = await inFolder();
    const named = (name: string, popularityScore: number, age: number) =>
      show(name, { popularityScore, newestItemPubdate: SECOND - age });
    writeDump(dump, [named('d', 1, 5), named('b', 5, 9), named('a', 9, 9), named('c', 5, 10)]);
    const report = await loadIndex(catalogue, dump, { ...CHOICE, most: 3 }, NOW);
    expect(report).toContain('3 chosen');
    expect(report).toContain('1 beyond');
    await read(async (opened) => {
      const due = await opened.write(() => claimFeeds({ now: NOW, dueMs: NOW + DAY_MS, limit: 9 }));
      expect(due.map(({ url, record }) => [url.at(-1), record.nextFetchAtMs - NOW])).toEqual([
        ['a', 0],
        ['b', DAY_MS / 3],
        ['c', (2 * DAY_MS) / 3],
      ]);
    });
  });

  it('of any number are chosen as sorting all of them would', () => {
    const rows = [...drawnShows(3000, NOW)].map((row) => ({
      url: String(row.url),
      title: String(row.title),
      author: '',
      language: '',
      status: 200,
      dead: 0,
      popularity: Number(row.popularityScore),
      newestAt: Number(row.newestItemPubdate),
      oldestAt: 0,
      createdAt: 0,
    }));
    const all = { language: undefined, activeDays: 999, most: 3000 };
    const whole = chooseShows(rows, all, new Map(), NOW).candidates;
    for (const most of [1, 7, 250, 2999]) {
      const { candidates, leftOut } = chooseShows(rows, { ...all, most }, new Map(), NOW);
      expect(candidates).toEqual(whole.slice(0, most));
      expect(leftOut.beyond).toBe(3000 - most);
    }
  });
});

describe('a dump', () => {
  it('that is none is refused with a sentence, and nothing is stored', async () => {
    const { folder, catalogue, dump } = await inFolder();
    const load = () => loadIndex(catalogue, dump, CHOICE, NOW);
    await expect(load()).rejects.toThrow(/There is no file .+dump\.db\./);
    expect(existsSync(dump)).toBe(false);
    writeFileSync(dump, 'not a database, but long enough to be read as one'.repeat(100));
    await expect(load()).rejects.toThrow('is no SQLite file');
    const written = (name: string, shows: Partial<DumpedShow>[], columns?: string[]) => {
      const file = path.join(folder, name);
      writeDump(file, shows, columns);
      return loadIndex(catalogue, file, CHOICE, NOW);
    };
    await expect(written('empty.db', [])).rejects.toThrow('has no shows');
    await expect(written('other.db', [], ['url', 'title'])).rejects.toThrow(
      /lacks itunesAuthor, language, dead/,
    );
    await expect(loadIndex(catalogue, catalogue.slice(5), CHOICE, NOW)).rejects.toThrow(
      'has no table "podcasts"',
    );
  });
});

describe.each(ENGINES)('candidates in $engine', ({ open }) => {
  const candidates = (names: readonly string[]) =>
    names.map((name) => ({
      url: `https://host.example/${name}`,
      host: 'host.example',
      title: name,
      sinceMs: NOW,
      startedMs: NOW,
      publisher: null,
    }));

  it('are the same after a second time; those never heard leave with a shorter choice', async () => {
    const { catalogue, tables } = await open();
    const store = (names: readonly string[], now: number) =>
      storeCandidates(catalogue, candidates(names), now);
    expect(await store(['a', 'b', 'c'], NOW)).toEqual({ added: 3, gone: 0 });
    const before = await tables();
    expect(await store(['a', 'b', 'c'], NOW)).toEqual({ added: 0, gone: 0 });
    expect(await tables()).toEqual(before);
    await catalogue.write(() => recordFetch('https://host.example/b', fetchRecord()));
    expect(await store(['a', 'd'], NOW + 1)).toEqual({ added: 1, gone: 1 });
    const urls = (await catalogue.read(feedUrls)).map((url) => url.at(-1)).sort();
    expect(urls).toEqual(['a', 'b', 'd']);
  });

  it('do not change what the operator lists or dropped; what only people followed is public', async () => {
    const { catalogue } = await open();
    const [a, b] = candidates(['a', 'b']);
    await catalogue.write(() => listFeeds([a!], NOW));
    await catalogue.write(() => followFeeds([{ ...b!, followers: 1, changedAtMs: NOW }], NOW));
    await storeCandidates(catalogue, candidates(['a', 'b', 'c']), NOW);
    await catalogue.write(() => recordWord('https://host.example/c', 'dropped', NOW));
    await storeCandidates(catalogue, candidates(['a', 'b', 'c']), NOW + 1);
    const states = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const feed = await catalogue.read(() => exportFeed(`https://host.example/${name}`));
        return `${feed?.standing.source} ${feed?.standing.state}`;
      }),
    );
    expect(states).toEqual(['list passed', 'index probation', 'index dropped']);
    await storeCandidates(catalogue, [], NOW + 2);
    expect(await catalogue.read(feedUrls)).toHaveLength(3);
  });

  it('that died half way go on: what was stored stays, what is missing comes', async () => {
    const { catalogue } = await open();
    const all = candidates(['a', 'b', 'c', 'd']);
    await catalogue.write(() =>
      addCandidates({ candidates: all.slice(0, 2), first: 0, total: 4, now: NOW }),
    );
    expect(await storeCandidates(catalogue, all, NOW + 1)).toEqual({ added: 2, gone: 0 });
  });
});
