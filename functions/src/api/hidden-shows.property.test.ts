import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { matchesIn } from '../alerts/fixtures/memory-episodes.ts';
import { READ } from '../catalogue/store/attachment-record.ts';
import type { WritableCatalogue } from '../catalogue/catalogue.ts';
import { refreshCatalogue } from '../refresh/refresh-catalogue.ts';
import { logFailures } from '../refresh/scheduled-refresh.ts';
import { ENGINES } from '../catalogue/testing/test-engines.ts';
import { HOUR_MS } from '../contract/index.ts';
import { refused } from '../feeds/feed-model.ts';
import { memberAddress } from '../feeds/fixtures/member-addresses.ts';
import { isPrivateFeed } from '../feeds/private-feed.ts';
import { readFeed } from '../feeds/read/read-feed.ts';
import { episodeSource } from '../catalogue/store/episode-source.ts';
import { showIdOf } from '../feeds/show-id.ts';
import { AppError } from '../platform/app-error.ts';
import { formerItemId } from '../platform/item-id.ts';
import { keepLog } from '../testing/test-log.ts';
import { lookUpShow } from '../member/shows/look-up-show.ts';
import { FUZZ_FACTOR, fuzzRuns, randomNumbers } from '../testing/fuzz-runs.ts';
import { toSpokenText } from '../feeds/transcripts/spoken-text.ts';
import { askedDoors } from './fixtures/asked-doors.ts';
import { TRANSCRIPTS, awaitedAttachments } from '../catalogue/store/attachments-store.ts';
import { recordTranscript } from '../catalogue/store/transcripts-store.ts';
import { knownShows, showsByName } from '../catalogue/answers/known-shows.ts';
import { rows } from '../catalogue/schema/work.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const PUBLISHED = NOW - HOUR_MS;
const SECOND_MS = 1000;
const SEED = 20261125;
/** Number of feed addresses: two of each shape, or 10 000 in the nightly run. */
const ADDRESSES = fuzzRuns(FUZZ_FACTOR < 20 ? 60 : 500);
/** Fewer addresses for database servers, which are slower: 8, or 960 in the nightly run. */
const ON_SERVERS = fuzzRuns(FUZZ_FACTOR < 20 ? 8 : 48);
/**
 * Only every tenth show tests spelling suggestions, because each suggestion tries hundreds of spellings. The words of
 * the other shows contain a digit, which prevents suggestions.
 */
const HELPED = 10;
const LETTERS = 'bcdfghjkmnpqrstvwxz';

interface Show {
  url: string;
  /** Occurs in the show's title, episode and transcript, and nowhere else. */
  word: string;
  /** Each show has its own second, because a look-up by time reads every episode of that second. */
  publishedMs: number;
}

function drawnShows(addresses: number): Show[] {
  const draw = randomNumbers(SEED);
  const shows = new Map<string, Show>();
  for (let number = 0; shows.size < addresses; number += 1) {
    const url = memberAddress(number, draw);
    const letters = Array.from({ length: 9 }, () => LETTERS[Math.floor(draw() * LETTERS.length)]);
    const isHelped = shows.size % HELPED === 0;
    const word = `zq${isHelped ? '' : 7}${letters.join('')}`;
    const publishedMs = PUBLISHED - shows.size * SECOND_MS;
    // Feeds that are recognised as private are refused before they reach the catalogue.
    if (!isPrivateFeed(url)) shows.set(url, { url, word, publishedMs });
  }
  return [...shows.values()];
}

const audioOf = ({ word }: Show) => `https://audio.example/${word}.mp3`;

const rssOf = (
  show: Show,
) => `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
  xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Club ${show.word}</title>
  <item><title>Told of ${show.word}</title><link>https://shows.example/${show.word}</link>
  <enclosure url="${audioOf(show)}" type="audio/mpeg" length="1"/><itunes:duration>3000</itunes:duration>
  <podcast:transcript url="https://shows.example/${show.word}.vtt" type="text/vtt"/>
  <pubDate>${new Date(show.publishedMs).toUTCString()}</pubDate></item>
  <item><title>Hello</title><guid>${show.word}</guid><itunes:duration>3000</itunes:duration>
  <enclosure url="https://audio.example/old-${show.word}.mp3" type="audio/mpeg" length="1"/>
  <pubDate>${new Date(NOW - 32 * 24 * HOUR_MS).toUTCString()}</pubDate></item></channel></rss>`;

async function refresh(catalogue: WritableCatalogue, shows: readonly Show[], fails = false) {
  const byUrl = new Map(shows.map((show) => [show.url, show]));
  const followers = shows.map(({ url }) => ({
    url,
    host: new URL(url).host,
    title: 'A show',
    followers: 1,
    changedAtMs: NOW,
  }));
  const nothing = () => Promise.resolve();
  const { reports } = await refreshCatalogue({
    catalogue,
    feeds: [],
    now: fails ? NOW + HOUR_MS : NOW,
    readFeed,
    readFile: () => Promise.reject(new Error('no files')),
    fetchFeed: (url) => {
      const show = byUrl.get(url);
      return Promise.resolve(
        show === undefined || fails
          ? refused('unreachable', 'The host cannot be reached.')
          : {
              kind: 'fetched',
              contentType: null,
              bytes: Buffer.from(rssOf(show)),
              validators: { etag: null, lastModified: null },
            },
      );
    },
    followed: {
      changedSince: () => Promise.resolve(followers),
      awaited: () => Promise.resolve([]),
      failures: () => Promise.resolve(new Map()),
      setFailure: nothing,
      setPublic: nothing,
    },
  });
  logFailures(reports);
  for (const { episodeId, ...record } of await catalogue.read(() =>
    awaitedAttachments(TRANSCRIPTS, NOW, {
      everyOne: true,
      limit: shows.length,
    }),
  )) {
    const source = record.sources[0]?.url ?? '';
    const cue = { startMs: 0, speaker: 'Ann', text: `said ${source.split(/[/.]/).at(-2)}` };
    const done = { ...record, triedAtMs: NOW, nextTryAtMs: null, outcome: READ };
    await catalogue.write(() => recordTranscript(episodeId, done, toSpokenText([cue])));
  }
}

/** All requests whose response could reveal a show. Each function returns the response about one show. */
function doorsOf(catalogue: WritableCatalogue) {
  const { askedBy, caller, rest, mcp, feed } = askedDoors(catalogue, NOW);
  const asks = (keyword: string, more = {}) => ({
    keywords: [keyword],
    language: 'English' as const,
    ...more,
  });
  const idOf = ({ word, publishedMs }: Show) => {
    const link = `https://shows.example/${word}`;
    return formerItemId({
      link,
      title: `Told of ${word}`,
      podcast: `Club ${word}`,
      pubDateMs: publishedMs,
    });
  };
  const lookUp = (given: string, followed: string[]) =>
    lookUpShow(
      given,
      {
        fetchPublic: () => Promise.resolve(refused('unreachable', 'No connection.')),
        catalogue: {
          knownShows: (urls) => catalogue.read(() => knownShows(urls, followed)),
          showsByName: (name, limit) => catalogue.read(() => showsByName(name, limit, followed)),
        },
        noteNamed: () => Promise.reject(new Error('Apple named nothing')),
        appleLookupUrl: 'https://apple.example/lookup',
        now: NOW,
      },
      followed,
    );
  const ask = (keyword: string, followed: string[], more = {}) =>
    askedBy(followed)(asks(keyword, { startDate: PUBLISHED - ADDRESSES * SECOND_MS, ...more }));
  /** Requests that must find the show for its follower. */
  const own: Record<string, (show: Show, followed: string[]) => Promise<unknown>> = {
    search: ({ word }, followed) => ask(word, followed),
    'search by relevance': ({ word }, followed) => ask(word, followed, { sort: 'relevance' }),
    'search in transcripts': ({ word }, followed) => ask(`spoken:${word}`, followed),
    'search by show': ({ word }, followed) => ask(`show:${word}`, followed),
    'preview of an alert': ({ word }, followed) => ask(word, followed),
    'look-up by name': ({ word }, followed) => lookUp(`club ${word}`, followed),
    'look-up by address': ({ url }, followed) => lookUp(url, followed),
    API: ({ word }, followed) => rest(`/search?q=${word}`, followed),
    'episode by API': (show, followed) =>
      rest(
        `/episodes?id=${idOf(show)}&published=${new Date(show.publishedMs).toISOString()}&around=0`,
        followed,
      ),
    trend: ({ word }, followed) => rest(`/trend?q=${word}`, followed),
    'trend by MCP': ({ word }, followed) => mcp('get_trend', { q: [word] }, followed),
    'trend of a page': ({ word }, followed) => ask(word, followed, { trend: 'beside' }),
    MCP: ({ word }, followed) => mcp('search_episodes', { q: [word] }, followed),
    transcript: (show, followed) =>
      caller(followed).speech({ audio: audioOf(show), pub_date_ms: show.publishedMs, atMs: 0 }),
  };
  /** Requests that are always anonymous. */
  const others: typeof own = {
    page: ({ word }) => askedBy([])(asks(word)),
    'page of the episode': async ({ url, word }) => {
      const show = showIdOf(url);
      const { episodes } = await ask(word, [show]);
      const [id = ''] = episodes.map((episode) => episode.id);
      return catalogue.episodePage({ show, id, atS: 0, topics: [] });
    },
    'public feed': ({ word }) => feed(`/search.xml?q=${word}`),
  };
  const spelling: typeof own = {
    suggestion: ({ word }) => ask(`${word.slice(0, 6)}y${word.slice(7)}`, []),
    'suggestion of an ending': ({ word }) => ask(`${word.slice(0, 8)}*`, []),
  };
  return { own, others, spelling };
}

function refusalOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  throw error;
}

/**
 * Returns the show's secrets that the response contains. The word alone is no secret, because the query contains it.
 */
function tells(answer: unknown, { url, word }: Show): string[] {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const { host, pathname, search } = new URL(url);
  const secrets = [
    url,
    `${host}${pathname}${search}`,
    `Told of ${word}`,
    `Club ${word}`,
    `said ${word}`,
  ];
  const plain = text.replaceAll('>>>', '').replaceAll('<<<', '');
  return [...secrets, `${word}.mp3`].filter((secret) => plain.includes(secret));
}

describe.each(ENGINES)('in $engine', ({ engine, open }) => {
  const addresses = engine === 'SQLite' ? ADDRESSES : ON_SERVERS;

  it(
    'shows a followers-only show to its follower everywhere and to nobody else anywhere',
    { timeout: 3 * HOUR_MS },
    async () => {
      keepLog();
      const catalogue = (await open()).catalogue;
      const shows = drawnShows(addresses);
      await refresh(catalogue, shows);
      const unnamed = await catalogue.read(() =>
        rows(z.object({ url: z.string() }), "SELECT url FROM feeds WHERE state = 'followers'"),
      );
      expect(unnamed).toHaveLength(shows.length);
      const { own, others, spelling } = doorsOf(catalogue);
      const told: string[] = [];
      const missing: string[] = [];
      for (const [at, show] of shows.entries()) {
        const follower = [showIdOf(show.url)];
        const another = [showIdOf(shows.at(at - 1)?.url ?? '')];
        const doors =
          at % HELPED === 0 ? { ...own, ...others, ...spelling } : { ...own, ...others };
        for (const [door, open] of Object.entries(doors)) {
          const ask = (followed: string[]) => open(show, followed).catch(refusalOf);
          // The follower asks first, so that a cached response would be noticed if it reached others.
          if (door in own && tells(await ask(follower), show).length === 0)
            missing.push(`${door}: ${show.url}`);
          for (const followed of [another, []]) {
            const found = tells(await ask(followed), show);
            if (found.length > 0) told.push(`${door}: ${found.join(', ')}`);
          }
        }
      }
      expect(told).toEqual([]);
      expect(missing).toEqual([]);
    },
  );

  it('excludes followers-only shows from coverage and from other people’s alerts', async () => {
    const catalogue = (await open()).catalogue;
    const shows = drawnShows(addresses);
    await refresh(catalogue, shows);
    expect(await catalogue.spokenShows(100)).toEqual([]);
    expect(await catalogue.contents()).toMatchObject({ episodes: 0, podcasts: 0, spoken: 0 });
    const alertOf = ({ word }: Show) => ({ uid: 'ada', alertId: word, keyword: word, sinceMs: 0 });
    const source = episodeSource(catalogue);
    /** Words of the shows that match the alerts of a person who follows `followedShows`. */
    const toldTo = async (followedShows: (show: Show) => string[]) => {
      const recipients = shows.map((show) => ({
        uid: 'ada',
        alerts: [alertOf(show)],
        followedShows: followedShows(show),
      }));
      const told = await matchesIn(source, recipients, NOW);
      return [...told.keys()].sort();
    };
    const other = [showIdOf('https://other.example/feed')];
    expect(await toldTo(() => other)).toEqual([]);
    expect(await toldTo(() => [])).toEqual([]);
    expect(await toldTo(({ url }) => [showIdOf(url)])).toEqual(
      shows.map(({ word }) => word).sort(),
    );
  });

  it('logs no part of a followers-only show’s address when it fails', async () => {
    const catalogue = (await open()).catalogue;
    const shows = drawnShows(addresses);
    await refresh(catalogue, shows);
    const lines = keepLog();
    await refresh(catalogue, shows, true);
    expect(lines.length).toBeGreaterThanOrEqual(shows.length);
    const log = lines.join('\n');
    const named = shows.filter(({ url }) => {
      const { host, pathname, search } = new URL(url);
      return (
        log.includes(host) ||
        (pathname.length > 8 && log.includes(pathname)) ||
        (search !== '' && log.includes(search))
      );
    });
    expect(named).toEqual([]);
  });
});
