import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../contract/index.ts';
import { showIdOf } from '../feeds/show-id.ts';
import { toSpokenText } from '../feeds/transcripts/spoken-text.ts';
import { publicShows } from './answers/show-page.ts';
import type { WritableCatalogue } from './catalogue.ts';
import { blockFeed } from './queue/feed-state.ts';
import { followFeeds } from './queue/followed-feeds.ts';
import { READ } from './store/attachment-record.ts';
import { awaitedAttachments, TRANSCRIPTS } from './store/attachments-store.ts';
import { recordFetch } from './store/feeds.ts';
import { recordTranscribed, untranscribedEpisodes } from './store/transcription-store.ts';
import { storeFeed } from './store/store-feed.ts';
import { recordTranscript } from './store/transcripts-store.ts';
import { feedItem, fetchRecord, NOW, readingOf } from './testing/test-catalogue.ts';
import { ENGINES } from './testing/test-engines.ts';

const FEED = 'https://show.example/feed';
const SPOKEN = toSpokenText([{ startMs: 5000, text: 'We like rhubarb.' }]);
const NO_SHOW = { episodes: [], total: 0, show: null };

async function store(
  catalogue: WritableCatalogue,
  titles: readonly string[],
  show: { title?: string } = {},
  url = FEED,
) {
  const items = titles.map((title, at) =>
    feedItem({
      title,
      guid: title,
      audio: `https://audio.example/${at}.mp3`,
      publishedAtMs: NOW - at * HOUR_MS,
      durationSeconds: 600,
      transcripts: title === 'written' ? [{ url: `${url}.vtt`, type: 'text/vtt' }] : [],
    }),
  );
  await catalogue.write(() => storeFeed(url, readingOf(items, show), NOW));
  await catalogue.write(() => recordFetch(url, fetchRecord({ newestAtMs: NOW })));
}

const page = (catalogue: WritableCatalogue, url = FEED, skip = 0) =>
  catalogue.show({ showId: showIdOf(url), skip, limit: 10 });

describe.each(ENGINES)('show pages on $engine', ({ open }) => {
  it('returns episodes newest first, ten per page', async () => {
    const { catalogue } = await open();
    await store(
      catalogue,
      Array.from({ length: 23 }, (_, at) => `Episode ${at}`),
    );
    const first = await page(catalogue);
    expect(first.episodes.map(({ title }) => title).slice(0, 3)).toEqual([
      'Episode 0',
      'Episode 1',
      'Episode 2',
    ]);
    expect(first).toMatchObject({ total: 23, paged: true });
    // With both ids, each card links to its episode's page.
    for (const episode of first.episodes) {
      expect(episode).toHaveProperty('id');
      expect(episode.showId).toBe(showIdOf(FEED));
    }
    expect(first.show).toEqual({
      id: showIdOf(FEED),
      title: 'The Show',
      feedUrl: FEED,
      term: 'show:"The Show"',
      episodes: 23,
      published: 0,
      heard: 0,
    });
    const last = await page(catalogue, FEED, 20);
    expect(last.episodes.map(({ title }) => title)).toEqual([
      'Episode 20',
      'Episode 21',
      'Episode 22',
    ]);
    expect(await page(catalogue, FEED, 30)).toMatchObject({ episodes: [], total: 23 });
  });

  it('counts transcripts by publisher and by machine', async () => {
    const { catalogue } = await open();
    await store(catalogue, ['written', 'transcribed', 'notes only']);
    const due = { everyOne: true, limit: 9 };
    const [awaited] = await catalogue.read(() => awaitedAttachments(TRANSCRIPTS, NOW, due));
    const { episodeId, ...record } = awaited!;
    const done = { ...record, triedAtMs: NOW, nextTryAtMs: null, outcome: READ };
    await catalogue.write(() => recordTranscript(episodeId, done, SPOKEN));
    const untranscribed = await catalogue.read(() => untranscribedEpisodes(NOW - 7 * DAY_MS));
    const { feed, identity } = untranscribed.find(({ title }) => title === 'transcribed')!;
    await catalogue.write(() =>
      recordTranscribed({ feed, identity, spoken: SPOKEN, transcribedSeconds: 600 }),
    );
    const { show } = await page(catalogue);
    expect(show).toMatchObject({ episodes: 3, published: 1, heard: 1 });
  });

  it('a followers-only, a blocked and an unknown show have no page', async () => {
    const { catalogue } = await open();
    const hidden = 'https://hidden.example/lounge?c=4f9a';
    const brought = { url: hidden, host: 'hidden.example', title: 'Club', followers: 1 };
    await catalogue.write(() => followFeeds([{ ...brought, changedAtMs: NOW }], NOW));
    await store(catalogue, ['Secret'], {}, hidden);
    await store(catalogue, ['Gone'], {}, 'https://blocked.example/feed');
    await catalogue.write(() => blockFeed('https://blocked.example/feed', NOW));
    for (const url of [hidden, 'https://blocked.example/feed', 'https://unknown.example/feed']) {
      expect(await page(catalogue, url)).toEqual(NO_SHOW);
    }
    expect(await catalogue.read(() => publicShows(9, NOW))).toEqual([]);
    // Its followers find the episode, but without a link to a page.
    const followed = [showIdOf(hidden)];
    const asked = { keywords: ['secret'], limit: 5, totalLimit: 5, followed };
    const { episodes } = await catalogue.query(asked);
    expect(episodes).toMatchObject([{ title: 'Secret', forFollowers: true }]);
    expect(episodes[0]).not.toHaveProperty('showId');
  });

  it('a renamed show keeps its id, and shows of the same name have distinct ids', async () => {
    const { catalogue } = await open();
    await store(catalogue, ['one'], { title: 'Same' });
    await store(catalogue, ['other'], { title: 'Same' }, 'https://other.example/feed');
    await store(catalogue, ['one'], { title: 'Another name' });
    expect(await page(catalogue)).toMatchObject({
      episodes: [{ title: 'one' }],
      show: { title: 'Another name' },
    });
    expect(await page(catalogue, 'https://other.example/feed')).toMatchObject({
      episodes: [{ title: 'other' }],
      show: { title: 'Same' },
    });
  });

  it.each([
    ['quotes', 'The “Big” "Show"', 'show:"The Big Show"'],
    ['slashes and markup', 'A/B <b>&\\ ../..', 'show:"A/B <b>&\\ ../.."'],
    ['letters from right to left', 'فنجان مع عبدالرحمن', 'show:"فنجان مع عبدالرحمن"'],
    ['only emoji', '🎧🎙️', undefined],
    ['200 characters', 'Abcde '.repeat(33) + 'Ab', `show:"${'Abcde '.repeat(12).trim()}"*`],
    ['no possible query term', 'Ab '.repeat(66) + 'Ab', undefined],
  ])('derives the query term of a title with %s', async (_, title, term) => {
    const { catalogue } = await open();
    await store(catalogue, ['An episode'], { title });
    const { show } = await page(catalogue);
    expect(show?.title).toBe(title);
    expect(show?.term).toEqual(term);
  });

  it('omits a feed URL that may be secret', async () => {
    const { catalogue } = await open();
    const paid = 'https://www.patreon.com/rss/show?auth=secret';
    await store(catalogue, ['Paid'], {}, paid);
    await store(catalogue, ['Local'], {}, '/home/operator/feed.xml');
    for (const url of [paid, '/home/operator/feed.xml']) {
      const { show } = await page(catalogue, url);
      expect(show).toMatchObject({ title: 'The Show' });
      expect(show).not.toHaveProperty('feedUrl');
    }
  });

  it('a search result has the id of its show page', async () => {
    const { catalogue } = await open();
    await store(catalogue, ['About copper']);
    const asked = { keywords: ['copper'], limit: 5, totalLimit: 5 };
    const [found] = (await catalogue.query(asked)).episodes;
    const showId = found?.showId ?? '';
    expect(await catalogue.show({ showId, skip: 0, limit: 10 })).toMatchObject({
      episodes: [{ title: 'About copper' }],
    });
  });

  it('lists public shows with the most followers first', async () => {
    const { catalogue } = await open();
    const other = 'https://other.example/feed';
    await store(catalogue, ['one']);
    await store(catalogue, ['other'], {}, other);
    await catalogue.write(() =>
      followFeeds(
        [{ url: other, host: '', title: '', followers: 2, changedAtMs: NOW, isNamed: true }],
        NOW,
      ),
    );
    const ids = [other, FEED].map((url) => ({ id: showIdOf(url), newestAtMs: NOW }));
    expect(await catalogue.read(() => publicShows(9, NOW))).toEqual(ids);
    expect(await catalogue.read(() => publicShows(1, NOW))).toEqual(ids.slice(0, 1));
    expect(await catalogue.read(() => publicShows(9, NOW + 40 * DAY_MS))).toEqual([]);
  });
});
