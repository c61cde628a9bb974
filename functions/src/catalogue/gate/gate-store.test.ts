import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import type { FeedItem, FeedShow } from '../../feeds/feed-model.ts';
import type { WritableCatalogue } from '../catalogue.ts';
import { FLOOD, MOST_STARTS, PROBATION_MS } from './judge-feed.ts';
import type { FeedStanding } from './feed-standing.ts';
import { fuzzRuns } from '../../test-runs.ts';
import { feedItem, fetchRecord, NOW, readingOf } from '../testing/test-catalogue.ts';
import { ENGINES } from '../testing/test-engines.ts';
import { exportFeed, importFeed } from '../store/copy-feed.ts';
import { claimFeeds, feedQueue, nameFeeds } from '../queue/feed-queue.ts';
import { storeFeed } from '../store/store-feed.ts';
import { feedUrls, recordFetch } from '../queue/feeds.ts';
import { gateCounts, settleProbations } from './gate-store.ts';
import { changedEpisodes } from '../changes/new-episodes.ts';

const LATER = NOW + PROBATION_MS;
const LONG = { durationSeconds: 1200 };
/** What an established show lists. */
const OLD = feedItem({ ...LONG, title: 'old', publishedAtMs: NOW - 30 * DAY_MS });

async function hear(
  catalogue: WritableCatalogue,
  name: string,
  items: readonly Partial<FeedItem>[],
  { show = {}, now = NOW, standing = {} }: HeardShow = {},
): Promise<void> {
  const url = `https://${name}.example/feed`;
  if ((await catalogue.read(() => exportFeed(url))) === null) {
    await catalogue.write(() => nameFeeds([{ url, host: `${name}.example` }]));
    await stand(catalogue, name, { ...CANDIDATE, ...standing });
  }
  const reading = readingOf(
    items.map((item) => feedItem({ ...LONG, ...item })),
    { title: name, publisher: `Makers of ${name}`, ...show },
  );
  await catalogue.write(() => storeFeed(url, reading, now));
  await catalogue.write(() =>
    recordFetch(url, fetchRecord({ host: `${name}.example`, nextFetchAtMs: NOW })),
  );
}

interface HeardShow {
  show?: Partial<FeedShow>;
  now?: number;
  standing?: Partial<FeedStanding>;
}

const CANDIDATE: Partial<FeedStanding> = {
  source: 'index',
  state: 'probation',
  sinceMs: NOW,
  stateSinceMs: NOW,
};

async function stand(catalogue: WritableCatalogue, name: string, standing: Partial<FeedStanding>) {
  const known = (await catalogue.read(() => exportFeed(`https://${name}.example/feed`)))!;
  await catalogue.write(() =>
    importFeed({ ...known, standing: { ...known.standing, ...standing } }),
  );
}

async function standingOf(catalogue: WritableCatalogue, name: string): Promise<string> {
  const known = await catalogue.read(() => exportFeed(`https://${name}.example/feed`));
  return `${known?.standing.state} ${known?.standing.reason}`;
}

/** Titles that a search finds, marked where the show is on probation. */
async function found(catalogue: WritableCatalogue, keyword: string, query = {}) {
  const asked = { keywords: [keyword], limit: 100, totalLimit: 1000, ...query };
  const { episodes, total } = await catalogue.query(asked);
  expect(total).toBe(episodes.length);
  return episodes.map(({ title, onProbation }) => `${title}${onProbation === true ? '?' : ''}`);
}

interface DrawnShows {
  hours: { ago: number; isNew: boolean }[];
  limit: number;
  sort: 'newest' | 'relevance';
}

/** Episodes of one show on probation and one that has passed, within three days. */
const drawnShows: fc.Arbitrary<DrawnShows> = fc.record({
  hours: fc.array(fc.record({ ago: fc.nat(71), isNew: fc.boolean() }), { maxLength: 30 }),
  limit: fc.integer({ min: 1, max: 12 }),
  sort: fc.constantFrom('newest' as const, 'relevance' as const),
});

describe.each(ENGINES)('the gate of a catalogue of $engine', ({ open, pace }) => {
  it('orders whatever shows there are by day, state and time, equally relevant ones, too', async () => {
    const { catalogue, clear } = await open();
    const check = async ({ hours, limit, sort }: DrawnShows) => {
      await clear();
      const episodes = hours.map(({ ago, isNew }, at) => ({
        isNew,
        title: `ledgers ${at}`,
        publishedAtMs: NOW - ago * HOUR_MS - at * 1000,
      }));
      const of = (isNew: boolean) => episodes.filter((each) => each.isNew === isNew);
      await hear(catalogue, 'new', of(true));
      await hear(catalogue, 'known', [...of(false), OLD]);
      const dayOf = ({ publishedAtMs }: { publishedAtMs: number }) =>
        Math.floor(publishedAtMs / DAY_MS);
      const order = episodes.toSorted(
        (left, right) =>
          dayOf(right) - dayOf(left) ||
          Number(left.isNew) - Number(right.isNew) ||
          right.publishedAtMs - left.publishedAtMs,
      );
      const asked = { keywords: ['ledgers'], limit, totalLimit: 1000 };
      const whole = await catalogue.query(asked);
      expect(whole.total).toBe(episodes.length);
      const titles = order.map(({ title }) => title);
      expect(whole.episodes.map(({ title }) => title)).toEqual(titles.slice(0, limit));
      const ranked = await catalogue.query({ ...asked, sort: 'relevance' });
      expect(ranked).toMatchObject({ total: episodes.length, isRanked: true });
      // All of them have the word in their titles: equally strong ones are ordered as the newest are.
      expect(ranked.episodes.map(({ title }) => title)).toEqual(titles.slice(0, limit));
      const reviewed = await catalogue.query({ ...asked, sort, reviewed: true });
      expect(reviewed.total).toBe(of(false).length);
      expect(reviewed.episodes.some(({ onProbation }) => onProbation)).toBe(false);
    };
    await fc.assert(fc.asyncProperty(drawnShows, check), { numRuns: fuzzRuns(60 * pace) });
  });

  it('lets an established show in at once, a new one after 14 days, the operator’s always', async () => {
    const { catalogue } = await open();
    await hear(catalogue, 'established', [{}, OLD]);
    await hear(catalogue, 'new', [{ title: 'On ledgers' }]);
    await hear(catalogue, 'named', [{}], { standing: { source: null, state: 'passed' } });
    expect(await standingOf(catalogue, 'established')).toBe('passed established');
    expect(await standingOf(catalogue, 'new')).toBe('probation new');
    expect(await standingOf(catalogue, 'named')).toBe('passed null');
    expect(await found(catalogue, 'ledgers')).toEqual(['On ledgers?']);
    expect(await catalogue.write(() => settleProbations(LATER - 1))).toBe(0);
    expect(await catalogue.write(() => settleProbations(LATER))).toBe(1);
    expect(await standingOf(catalogue, 'new')).toBe('passed waited');
    expect(await found(catalogue, 'ledgers')).toEqual(['On ledgers']);
    const counts = { probation: 0, forFollowers: 0, dropped: 0, passedToday: 1, droppedToday: 0 };
    expect(await catalogue.read(() => gateCounts(LATER + HOUR_MS))).toEqual(counts);
  });

  it('lets a show that passes tell others what came out from two days before on, and its followers all', async () => {
    const { catalogue } = await open();
    const daysAgo = (days: number) => ({ title: `${days}`, publishedAtMs: LATER - days * DAY_MS });
    const before = [13, 9, 3].map(daysAgo);
    await hear(catalogue, 'new', before, { now: LATER - 2.5 * DAY_MS });
    const later = [...before, ...[2, 1].map(daysAgo)];
    await hear(catalogue, 'new', later, { now: LATER - HOUR_MS });
    const told = async () => {
      const all = { storedSinceMs: 0, publishedSinceMs: 0 };
      const titles: Record<string, string[]> = { all: [], followers: [] };
      for await (const { title, onProbation = false } of changedEpisodes(catalogue, 0, all))
        titles[onProbation ? 'followers' : 'all']?.push(title);
      return { all: titles['all']?.sort(), followers: titles['followers']?.sort() };
    };
    expect(await told()).toEqual({ all: [], followers: ['1', '13', '2', '3', '9'] });
    await catalogue.write(() => settleProbations(LATER));
    expect(await told()).toEqual({ all: ['1', '2'], followers: ['13', '3', '9'] });
    // What is stored afterwards is for all, whatever its date.
    await hear(catalogue, 'new', [...later, daysAgo(4)], { now: LATER + HOUR_MS });
    expect(await told()).toEqual({ all: ['1', '2', '4'], followers: ['13', '3', '9'] });
    // One that passes with its first reading, as after a catalogue was lost, has held nothing back.
    await hear(catalogue, 'established', [daysAgo(5), daysAgo(6), OLD], { now: LATER });
    expect((await told()).all).toEqual(expect.arrayContaining(['5', '6']));
  });

  it('shows what is on probation below the others of its UTC day, or not at all', async () => {
    const { catalogue } = await open();
    const at = (hours: number) => ({ publishedAtMs: NOW - hours * HOUR_MS });
    await hear(catalogue, 'known', [
      { title: 'ledgers 2', ...at(2) },
      { title: 'ledgers 11', ...at(11) },
      { title: 'ledgers 13', ...at(13) },
      OLD,
    ]);
    await hear(
      catalogue,
      'new',
      [1, 3, 12, 14].map((hours) => ({ title: `ledgers ${hours}`, ...at(hours) })),
    );
    const order = ['2', '11', '1?', '3?', '12?', '13', '14?'].map((each) => `ledgers ${each}`);
    expect(await found(catalogue, 'ledgers')).toEqual(order);
    const { episodes } = await catalogue.query({
      keywords: ['ledgers'],
      limit: 3,
      totalLimit: 1000,
    });
    expect(episodes.map(({ title }) => title)).toEqual(['ledgers 2', 'ledgers 11', 'ledgers 1']);
    const reviewed = order.filter((title) => !title.endsWith('?'));
    expect(await found(catalogue, 'ledgers', { reviewed: true })).toEqual(reviewed);
    const one = { keywords: ['ledgers'], limit: 1, totalLimit: 1, reviewed: true };
    expect((await catalogue.query(one)).episodes[0]?.title).toBe('ledgers 2');
  });

  it('holds 325 shows of one publisher back and drops them, whatever name each gives', async () => {
    const { catalogue } = await open();
    const [shows, floods] = [MOST_STARTS + 3, ['name', 'owner', 'host'] as const];
    for (const kind of floods) {
      for (let at = 0; at < shows; at += 1) {
        const name = kind === 'host' ? 'farm' : `${kind}${at}`;
        const url = `https://${name}.example/${at}`;
        const host =
          kind === 'host' ? 'farm.example' : kind === 'name' ? 'host.example' : `${name}.example`;
        await catalogue.write(() => nameFeeds([{ url, host }]));
        const known = (await catalogue.read(() => exportFeed(url)))!;
        await catalogue.write(() =>
          importFeed({ ...known, standing: { ...known.standing, ...CANDIDATE } }),
        );
        const show = {
          title: `Daily ${kind} ${at}`,
          publisher: kind === 'name' ? 'Talk, Ltd' : `Voice ${at}`,
          ...(kind === 'owner' && { owner: 'talk@farm.example' }),
        };
        await catalogue.write(() => storeFeed(url, readingOf([feedItem(LONG)], show), NOW));
        await catalogue.write(() => recordFetch(url, fetchRecord({ host })));
      }
    }
    const states = async () => {
      const urls = await catalogue.read(feedUrls);
      const standings = await Promise.all(urls.map((url) => catalogue.read(() => exportFeed(url))));
      return new Set(standings.map((feed) => `${feed?.standing.state} ${feed?.standing.reason}`));
    };
    expect(await states()).toEqual(new Set(['probation new', 'probation burst']));
    await catalogue.write(() => settleProbations(LATER));
    expect(await states()).toEqual(new Set(['dropped burst']));
    expect((await catalogue.contents()).episodes).toBe(0);
    expect(await catalogue.write(() => claimFeeds({ now: LATER, dueMs: LATER, limit: 9 }))).toEqual(
      [],
    );
    expect((await catalogue.read(() => feedQueue(LATER))).feeds).toBe(0);
  });

  it('keeps out what says that machines make it, and a flood, also one that began later', async () => {
    const { catalogue } = await open();
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        title: `flood ${at}`,
        publishedAtMs: NOW - at * 1000,
      }));
    await hear(catalogue, 'machine', [OLD], { show: { synthetic: true } });
    await hear(catalogue, 'followed', [OLD], {
      show: { synthetic: true },
      standing: { followers: 1 },
    });
    await hear(catalogue, 'torrent', many(FLOOD.most + 1));
    await hear(catalogue, 'flood', [OLD]);
    expect(await standingOf(catalogue, 'flood')).toBe('passed established');
    await hear(catalogue, 'flood', [OLD, ...many(FLOOD.episodes + 1)], { now: NOW + MINUTE_MS });
    expect(await standingOf(catalogue, 'machine')).toBe('dropped synthetic');
    expect(await standingOf(catalogue, 'followed')).toBe('probation synthetic');
    expect(await standingOf(catalogue, 'torrent')).toBe('dropped flood');
    expect(await standingOf(catalogue, 'flood')).toBe('probation flood');
    expect(await catalogue.write(() => settleProbations(NOW + MINUTE_MS + PROBATION_MS))).toBe(1);
    expect(await standingOf(catalogue, 'flood')).toBe('dropped flood');
    expect(await standingOf(catalogue, 'followed')).toBe('probation synthetic');
  });

  it('never shows the copy that a show on probation has, though it was seen first', async () => {
    const { catalogue, checkIndex } = await open();
    const shared = {
      audio: 'https://cdn.example/1.mp3',
      durationSeconds: 1801,
      title: 'On ledgers',
    };
    await hear(catalogue, 'thief', [{ ...shared, publishedAtMs: NOW - 1 }]);
    await hear(catalogue, 'known', [{ ...shared, publishedAtMs: NOW - HOUR_MS }, OLD], {
      now: NOW + 1,
    });
    const shown = async () => {
      const { episodes } = await catalogue.query({
        keywords: ['ledgers'],
        limit: 9,
        totalLimit: 9,
      });
      return episodes.map(({ podcast, alsoIn = [] }) => [
        podcast,
        ...alsoIn.map((also) => also.podcast),
      ]);
    };
    expect(await shown()).toEqual([['known']]);
    await hear(catalogue, 'other', [shared, OLD], { now: NOW + 2 });
    expect(await shown()).toEqual([['known', 'other']]);
    await catalogue.write(() => settleProbations(LATER));
    expect((await shown())[0]?.toSorted()).toEqual(['known', 'other', 'thief']);
    await checkIndex();
  });
});
