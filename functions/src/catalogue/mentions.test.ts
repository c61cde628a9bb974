import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MAX_MENTIONS, type Trend } from '../contract/index.ts';
import { showIdOf } from '../feeds/show-id.ts';
import type { Catalogue, WritableCatalogue } from './catalogue.ts';
import { feedItem, readingOf } from './testing/test-catalogue.ts';
import { ENGINES } from './testing/test-engines.ts';
import { storeFeed } from './store/store-feed.ts';
import { followFeeds } from './queue/followed-feeds.ts';

/** The 35 days before this time include the end of summer time. */
const NOW = Date.UTC(2026, 10, 10, 9, 30);
const FIRST = Date.UTC(2026, 9, 7);

interface Mention {
  number: number;
  show: string;
  publishedAtMs: number;
  text: string;
}

/** Includes times just before and after midnight in UTC and in New York. */
const TIMES = [
  FIRST - 1000,
  FIRST,
  ...[24, 25, 26, 31, 32].flatMap((day) =>
    [-1000, 0, 1000, 4 * HOUR_MS, 5 * HOUR_MS - 1000].map((ms) => Date.UTC(2026, 9, day) + ms),
  ),
  Date.UTC(2026, 10, 10) - 1000,
  Date.UTC(2026, 10, 10),
  NOW,
  ...Array.from({ length: 150 }, (_, number) => NOW - number * 5.3 * HOUR_MS),
];

const EPISODES: readonly Mention[] = TIMES.map((publishedAtMs, number) => {
  const words = [
    number % 2 === 0 ? 'copper' : 'silver',
    number % 3 === 0 ? 'ledger' : 'book',
    number % 5 === 0 ? 'open market' : 'market open',
    number % 7 === 0 ? 'ledgers' : 'trade',
  ];
  const show = `Show ${'ABCDEF'.charAt(number % 11 === 0 ? 0 : number % 6)}`;
  return { number, show, publishedAtMs: Math.floor(publishedAtMs), text: words.join(', ') };
});

const has = (word: string) => (told: Mention) => new RegExp(`\\b${word}\\b`).test(told.text);

/** Each query has an independent implementation. */
const QUERIES: readonly [string, (told: Mention) => boolean][] = [
  ['copper', has('copper')],
  ['ledger', has('ledger')],
  ['ledgers OR book', (told) => has('ledgers')(told) || has('book')(told)],
  ['open market', has('open market')],
  ['copper -ledger', (told) => has('copper')(told) && !has('ledger')(told)],
  ['copper +book', (told) => has('copper')(told) && has('book')(told)],
  ['copper show:"Show B"', (told) => has('copper')(told) && told.show === 'Show B'],
  ['market -show:"Show A"', (told) => told.show !== 'Show A'],
  ['led*', has('ledgers?')],
  ['title:silver', has('silver')],
  ['silver, open market', (told) => has('silver')(told) || has('open market')(told)],
  ['platinum', () => false],
];

function expectedTrend(told: readonly Mention[]): { days: number[]; shows: Trend['shows'] } {
  const counts = new Map<string, number>();
  const shows = new Map<string, number>();
  for (const { show, publishedAtMs } of told.filter((each) => each.publishedAtMs >= FIRST)) {
    const day = new Date(publishedAtMs).toISOString().slice(0, 10);
    counts.set(day, (counts.get(day) ?? 0) + 1);
    shows.set(show, (shows.get(show) ?? 0) + 1);
  }
  const october = Array.from({ length: 25 }, (_, at) => `2026-10-${`${at + 7}`.padStart(2, '0')}`);
  const november = Array.from({ length: 10 }, (_, at) => `2026-11-${`${at + 1}`.padStart(2, '0')}`);
  return {
    days: [...october, ...november].map((day) => counts.get(day) ?? 0),
    shows: [...shows]
      .map(([podcast, episodes]) => ({ podcast, episodes, term: `show:"${podcast}"` }))
      .sort((one, two) => two.episodes - one.episodes || one.podcast.localeCompare(two.podcast))
      .slice(0, 5),
  };
}

async function trendIn(catalogue: Catalogue, query: string, more = {}, most = MAX_MENTIONS) {
  const keywords = query.split(', ');
  const asked = { keywords, limit: 0, totalLimit: 0, trend: { atMs: NOW, most }, ...more };
  return (await catalogue.query(asked)).trend;
}

async function store(catalogue: WritableCatalogue, episodes: readonly Mention[], base = 'a') {
  for (const show of new Set(episodes.map((each) => each.show))) {
    const items = episodes
      .filter((each) => each.show === show)
      .map(({ number, publishedAtMs, text }) =>
        feedItem({ title: `Number ${number}: ${text}`, description: '', publishedAtMs }),
      );
    const url = `https://${base}.example/${show.at(-1)}`;
    await catalogue.write(() => storeFeed(url, readingOf(items, { title: show }), NOW));
  }
}

describe.each(ENGINES)('mentions per day on $engine', ({ open }) => {
  it('counts mentions per UTC day, across a month and the end of summer time', async () => {
    const { catalogue } = await open();
    await store(catalogue, EPISODES);
    for (const [query, matches] of QUERIES) {
      const expected = {
        lastDay: Date.UTC(2026, 10, 10),
        ...expectedTrend(EPISODES.filter(matches)),
      };
      expect(await trendIn(catalogue, query), query).toEqual(expected);
    }
  });

  it('the trend ignores start date, sort, strength and page', async () => {
    const { catalogue } = await open();
    await store(catalogue, EPISODES);
    const alone = await trendIn(catalogue, 'copper');
    const some = [
      { startDateMs: NOW - DAY_MS },
      { sort: 'relevance' as const },
      { strength: 'about' as const },
      { skip: 30 },
    ];
    for (const choice of some) {
      const more = { ...choice, limit: 10, totalLimit: 50 };
      expect(await trendIn(catalogue, 'copper', more)).toEqual(alone);
    }
    const without = await catalogue.query({ keywords: ['copper'], limit: 10, totalLimit: 50 });
    expect(without).not.toHaveProperty('trend');
  });

  it('counts duplicates once, on the day of the shown episode', async () => {
    const { catalogue } = await open();
    for (const [at, show] of ['First', 'Second'].entries()) {
      const publishedAtMs = Date.UTC(2026, 10, 1 + at);
      const audio = 'https://audio.example/same.mp3';
      const item = feedItem({ title: 'Copper', audio, publishedAtMs, durationSeconds: 3000 });
      const url = `https://show.example/${show}`;
      await catalogue.write(() => storeFeed(url, readingOf([item], { title: show }), NOW + at));
    }
    const { episodes } = await catalogue.query({ keywords: ['copper'], limit: 5, totalLimit: 5 });
    const trend = await trendIn(catalogue, 'copper');
    expect(episodes.map(({ podcast }) => podcast)).toEqual(['First']);
    expect(trend?.shows).toEqual([{ podcast: 'First', episodes: 1, term: 'show:"First"' }]);
    expect(trend?.days.indexOf(1)).toBe(25);
  });

  it('counts followers-only mentions for followers only', async () => {
    const { catalogue } = await open();
    const feedUrl = 'https://hidden.example/F';
    const brought = { url: feedUrl, host: 'hidden.example', title: 'F', followers: 1 };
    await catalogue.write(() => followFeeds([{ ...brought, changedAtMs: NOW }], NOW));
    const told = { number: 1, show: 'Show F', publishedAtMs: NOW - HOUR_MS, text: 'copper' };
    await store(catalogue, [told], 'hidden');
    const nothing = { lastDay: Date.UTC(2026, 10, 10), ...expectedTrend([]) };
    expect(await trendIn(catalogue, 'copper')).toEqual(nothing);
    const other = [showIdOf('https://other.example')];
    expect(await trendIn(catalogue, 'copper', { followed: other })).toEqual(nothing);
    const mine = await trendIn(catalogue, 'copper', { followed: [showIdOf(feedUrl)] });
    expect(mine?.shows).toEqual([{ podcast: 'Show F', episodes: 1, term: 'show:"Show F"' }]);
  });

  it('counts an episode dated tomorrow for today', async () => {
    const { catalogue } = await open();
    const publishedAtMs = NOW + 20 * HOUR_MS;
    await store(catalogue, [{ number: 1, show: 'Show A', publishedAtMs, text: 'copper' }]);
    expect((await trendIn(catalogue, 'copper'))?.days.at(-1)).toBe(1);
  });

  it('sets since if there are more mentions than the maximum', async () => {
    const { catalogue } = await open();
    await store(catalogue, EPISODES);
    const newest = EPISODES.filter(has('copper')).sort(
      (one, other) => other.publishedAtMs - one.publishedAtMs,
    );
    const most = 23;
    const counted = newest.slice(0, most);
    expect(await trendIn(catalogue, 'copper', {}, most)).toEqual({
      lastDay: Date.UTC(2026, 10, 10),
      since: Math.floor((counted.at(-1)?.publishedAtMs ?? 0) / 1000) * 1000,
      ...expectedTrend(counted),
    });
  });
});
