import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KnownShow } from '../../catalogue/answers/known-shows.ts';
import { showLookupSchema } from '../../contract/index.ts';
import { withoutBlowUp } from '../../feeds/fixtures/without-blow-up.ts';
import { type FeedFetch, NO_VALIDATORS, refused } from '../../feeds/feed-model.ts';
import { keepLog } from '../../testing/test-log.ts';
import { feedsInPage } from './feeds-in-page.ts';
import { lookUpShow } from './look-up-show.ts';
import { followShows } from './follow-shows.ts';
import type { ShowSources } from './resolve-lead.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const FEED = 'https://feeds.example/show.xml';
const LOOKUP = 'https://apple.example/lookup';

const rss = (more = '', title = 'Acquired') =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
  <title>${title}</title><link>https://acquired.example/</link><itunes:author>Ben and David</itunes:author>
  <itunes:image href="https://acquired.example/cover.png"/>${more}<item><title>Nvidia</title><guid>1</guid>
  <link>https://acquired.example/1</link><pubDate>Mon, 23 Nov 2026 09:00:00 GMT</pubDate></item></channel></rss>`;

const page = (...links: string[]) =>
  `<!doctype html><html><head>${links
    .map((href) => `<link title="Feed" rel="alternate" type="application/rss+xml" href="${href}">`)
    .join('')}</head><body>Hello</body></html>`;

type Answer =
  string | { moved: string; forGood?: boolean; body: string } | { failed: 'gone' | 'timed-out' };

type Known = Partial<KnownShow> & { ids?: Record<string, string | number> };

/** Simulates the web: `web` has the response of each address, and all other addresses are unreachable. */
function world(web: Record<string, Answer>, shows: Known[] = []) {
  const asked: string[] = [];
  /** Feeds stored as listed by Apple. */
  const named: string[] = [];
  const known = shows.map((show) => ({
    url: FEED,
    title: 'Acquired',
    publisher: null,
    image: null,
    newestAtMs: null,
    isHeard: true,
    isPublic: true,
    ...show,
  }));
  const fetchPublic = (url: string): Promise<FeedFetch> => {
    asked.push(url);
    const answer = web[url];
    if (answer === undefined) return Promise.resolve(refused('unreachable', 'No connection.'));
    if (typeof answer === 'object' && 'failed' in answer) {
      return Promise.resolve(refused(answer.failed, 'It failed.'));
    }
    const { body, ...moved } =
      typeof answer === 'string' ? { body: answer } : { ...answer, moved: answer.moved };
    return Promise.resolve({
      kind: 'fetched',
      bytes: Buffer.from(body),
      contentType: null,
      validators: NO_VALIDATORS,
      ...('moved' in moved && {
        finalUrl: moved.moved,
        ...(moved.forGood === true && { movedTo: moved.moved }),
      }),
    });
  };
  const sources: ShowSources = {
    fetchPublic,
    appleLookupUrl: LOOKUP,
    now: NOW,
    noteNamed: ({ feedUrl }) => Promise.resolve(void named.push(feedUrl)),
    catalogue: {
      showsByName: (name) =>
        Promise.resolve(
          known.filter(({ title }) => title.toLowerCase().includes(name.toLowerCase())),
        ),
      knownShows: (urls) => Promise.resolve(known.filter(({ url }) => urls.includes(url))),
    },
  };
  return {
    asked,
    named,
    sources,
    lookUp: (given: string, followed: string[] = []) => lookUpShow(given, sources, followed),
  };
}

const apple = (result: object | null) =>
  JSON.stringify({ results: result === null ? [] : [result] });
const APPLE = `${LOOKUP}?id=1050462261&entity=podcast`;
const SPOTIFY = 'https://open.spotify.com/show/7Fj0XEuUQLUqoMZQdsLXqp';
const SPOTIFY_TITLE = `https://open.spotify.com/oembed?url=${encodeURIComponent(SPOTIFY)}`;

const one = (feedUrl = FEED) => ({ kind: 'shows', shows: [{ feedUrl }] });
const no = (reason: string) => ({ kind: 'refused', reason });

/** Each entry has the input, the web, the catalogue's shows and the expected result. */
const CASES: Record<string, [string, Record<string, Answer>, Known[], object]> = {
  'a feed': [FEED, { [FEED]: rss() }, [], one()],
  'a feed that moved permanently': [
    'http://old.example/rss',
    { 'http://old.example/rss': { moved: FEED, forGood: true, body: rss() } },
    [],
    one(),
  ],
  'a feed that redirects temporarily': [
    'http://old.example/rss',
    { 'http://old.example/rss': { moved: FEED, body: rss() } },
    [],
    one('http://old.example/rss'),
  ],
  'a feed with a new address': [
    'http://old.example/rss',
    {
      'http://old.example/rss': rss(`<itunes:new-feed-url>${FEED}</itunes:new-feed-url>`),
      [FEED]: rss(),
    },
    [],
    one(),
  ],
  'a feed with an unreachable new address': [
    FEED,
    { [FEED]: rss('<itunes:new-feed-url>https://gone.example/</itunes:new-feed-url>') },
    [],
    one(),
  ],
  'a feed whose new address is another show': [
    FEED,
    {
      [FEED]: rss('<itunes:new-feed-url>https://b.example/rss</itunes:new-feed-url>'),
      'https://b.example/rss': rss('', 'Another').replaceAll('Nvidia', 'Other'),
    },
    [],
    one(),
  ],
  'feeds that move to each other': [
    FEED,
    {
      [FEED]: rss('<itunes:new-feed-url>https://b.example/rss</itunes:new-feed-url>'),
      'https://b.example/rss': rss(`<itunes:new-feed-url>${FEED}</itunes:new-feed-url>`),
    },
    [],
    one(),
  ],
  'a page whose feeds are unreachable': [
    'https://acquired.example',
    { 'https://acquired.example/': page('https://feeds.example/comments/feed', '/broken', FEED) },
    [],
    no('unreachable'),
  ],
  'a page whose third feed is readable': [
    'acquired.example',
    { 'https://acquired.example/': page('/a', '/b', FEED, '/c'), [FEED]: rss() },
    [],
    one(),
  ],
  'a page that only links to Apple': [
    'https://acquired.example/',
    {
      'https://acquired.example/': `${page()}<a href="https://podcasts.apple.com/us/podcast/x/id1050462261">x</a>`,
      [APPLE]: apple({ feedUrl: FEED }),
      [FEED]: rss(),
    },
    [],
    one(),
  ],
  'a page without a feed': [
    'https://acquired.example/',
    { 'https://acquired.example/': page() },
    [],
    no('not-a-feed'),
  ],
  'an Apple link': [
    'https://podcasts.apple.com/us/podcast/acquired/id1050462261',
    { [APPLE]: apple({ feedUrl: FEED, collectionName: 'Acquired' }), [FEED]: rss() },
    [],
    one(),
  ],
  'a show that is only on Apple Podcasts': [
    'https://pca.st/itunes/1050462261',
    { [APPLE]: apple({ collectionName: 'Acquired' }) },
    [],
    no('exclusive'),
  ],
  'an unknown Apple number': [
    'https://pod.link/1050462261',
    { [APPLE]: apple(null) },
    [],
    no('not-found'),
  ],
  'an Apple link without a connection': [
    'https://overcast.fm/itunes1050462261',
    {},
    [],
    no('no-lookup'),
  ],
  'an Apple link with a malformed answer': [
    'https://pod.link/1050462261',
    { [APPLE]: '<html>' },
    [],
    no('no-lookup'),
  ],
  'an Apple link to a private feed': [
    'https://pod.link/1050462261',
    { [APPLE]: apple({ feedUrl: 'https://show.supercast.com/feeds/ab' }) },
    [],
    no('private'),
  ],
  'a Spotify link to a known show': [
    SPOTIFY,
    { [SPOTIFY_TITLE]: '{"title":"acquired"}' },
    [{}],
    one(),
  ],
  'a Spotify link to an unknown show': [
    SPOTIFY,
    { [SPOTIFY_TITLE]: '{"title":"Nobody"}' },
    [{}],
    no('exclusive'),
  ],
  'a Spotify link without a connection': [SPOTIFY, {}, [{}], no('no-lookup')],
  'an Amazon link, by the title in it': [
    'https://music.amazon.com/podcasts/917393e3-1b1e-5cef-ace4-edaa54e1f810/acquired',
    {},
    [{}],
    one(),
  ],
  'a link of the Podcast Index': [
    'https://podcastindex.org/podcast/920666',
    {},
    [],
    no('no-lookup'),
  ],
  'an exclusive service': ['https://luminarypodcasts.com/listen/a', {}, [], no('exclusive')],
  'a known name': ['ACQUIRED', {}, [{}], one()],
  'a name like a host': ['Node.js', {}, [{ title: 'Node.js weekly' }], one()],
  'a host that is not a name': ['nobody.example', {}, [{}], no('unreachable')],
  'an unknown name': ['Nobody', {}, [{}], no('not-found')],
  'a name of only files and private feeds': [
    'acquired',
    {},
    [{ url: '/home/feeds/a.xml' }, { url: 'https://a:b@feeds.example/x' }],
    no('not-found'),
  ],
  'a known feed that is unreachable': [FEED, { [FEED]: { failed: 'timed-out' } }, [{}], one()],
  'an unknown feed that is unreachable': [
    FEED,
    { [FEED]: { failed: 'timed-out' } },
    [],
    no('unreachable'),
  ],
  'a deleted feed': [FEED, { [FEED]: { failed: 'gone' } }, [{}], no('not-found')],
  'a feed that blocks directories': [
    FEED,
    { [FEED]: rss('<itunes:block>Yes</itunes:block>') },
    [],
    no('private'),
  ],
  'a private feed': ['https://patreon.com/rss/a?auth=b', {}, [], no('private')],
  'a feed that redirects to a private one': [
    FEED,
    { [FEED]: { moved: 'https://show.supercast.com/feeds/ab', forGood: true, body: rss() } },
    [],
    no('private'),
  ],
  'a feed in signed storage': [
    FEED,
    { [FEED]: { moved: 'https://bucket.example/a?Signature=abc', body: rss() } },
    [],
    one(),
  ],
  'a feed with entities': [
    FEED,
    { [FEED]: `<!DOCTYPE a [<!ENTITY b "c">]>${rss()}` },
    [],
    no('not-a-feed'),
  ],
  'an OPML list': [FEED, { [FEED]: '<opml version="2.0"><body/></opml>' }, [], no('not-a-feed')],
  'an address that is not http(s)': ['ftp://feeds.example/', {}, [], no('not-found')],
};

test.each(Object.entries(CASES))('looks up %s', async (_name, [given, web, shows, expected]) => {
  const { lookUp, asked } = world(web, shows);
  const answer = showLookupSchema.parse(await lookUp(given));
  expect(answer).toMatchObject(expected);
  expect(asked.length).toBeLessThan(6);
});

test('returns a show with the details of its feed', async () => {
  const { lookUp } = world({ [FEED]: rss() });
  expect(await lookUp(FEED)).toEqual({
    kind: 'shows',
    shows: [
      {
        showId: expect.stringMatching(/^[0-9a-f]{20}$/) as unknown,
        feedUrl: FEED,
        title: 'Acquired',
        publisher: 'Ben and David',
        link: 'https://acquired.example/',
        image: 'https://acquired.example/cover.png',
        episodes: 1,
        newestAt: Date.parse('2026-11-23T09:00:00Z'),
        isHeard: false,
        isFollowed: false,
        isPublic: false,
      },
    ],
  });
});

describe('a hostile page', () => {
  const PAGE = 'https://hostile.example/';
  const pages: Record<string, string> = {
    'a million links': page(...Array.from({ length: 100_000 }, (_, at) => `/${at}`)),
    'unclosed links': `<!doctype html>${'<link '.repeat(300_000)}`,
    'one endless attribute': `<!doctype html><link href="${'x'.repeat(2_000_000)}`,
    'many equals signs': `<!doctype html><link ${'a='.repeat(1_400)}>`.repeat(500),
    'half of an Apple link': `<!doctype html>${'https://podcasts.apple.com/'.repeat(70_000)}`,
    'feeds of other schemes': page(
      'javascript:alert(1)',
      'file:///etc/passwd',
      'data:text/xml,<rss/>',
    ),
    'only private feeds': page('https://a:b@feeds.example/x', '/feed?token=abc'),
    'feeds in an attribute':
      '<!doctype html><p title="<link rel=alternate type=application/rss+xml href=/a>">',
  };
  test.each(Object.entries(pages))(
    'reads a page of %s in linear time and tries at most three feeds',
    async (_, body) => {
      const { lookUp, asked } = world({ [PAGE]: body });
      withoutBlowUp(() => feedsInPage(body, PAGE));
      expect(await lookUp(PAGE)).toMatchObject({ kind: 'refused' });
      expect(asked.length).toBeLessThan(5);
      for (const url of asked) expect(url).toMatch(/^https:\/\/(hostile|apple)\.example\//);
    },
  );
});

test('a private address appears in no answer, log, document or request', async () => {
  const secret = fc.stringMatching(/^[a-z]{4}[0-9a-f]{28}$/);
  const address = fc.tuple(
    secret,
    fc.constantFrom(
      (key: string) => `https://ada:${key}@feeds.example/rss`,
      (key: string) => `https://www.patreon.com/rss/show?auth=${key}`,
      (key: string) => `https://show.supercast.com/feeds/${key}`,
      (key: string) => `https://feeds.example/private/${key}.xml`,
      (key: string) => `https://feeds.example/rss?token=${key}`,
    ),
  );
  /** Ways to reach the address: typed, inside a link, or by a redirect or a page. */
  const ways: ((url: string) => [string, Record<string, Answer>])[] = [
    (url) => [url, {}],
    (url) => [`feed:${url}`, {}],
    (url) => [`My show: ${url} (mine)`, {}],
    (url) => [`https://antennapod.org/deeplink/subscribe?url=${encodeURIComponent(url)}`, {}],
    (url) => [FEED, { [FEED]: { moved: url, forGood: true, body: rss() } }],
    (url) => [
      FEED,
      { [FEED]: rss(`<itunes:new-feed-url>${url.replace('&', '&amp;')}</itunes:new-feed-url>`) },
    ],
    (url) => ['https://p.example/', { 'https://p.example/': page(url) }],
    (url) => ['https://pod.link/1050462261', { [APPLE]: apple({ feedUrl: url }) }],
    (url) => [url.replace('https:', 'pcast:'), {}],
  ];
  await fc.assert(
    fc.asyncProperty(address, fc.constantFrom(...ways), async ([key, put], meet) => {
      const lines = keepLog();
      const [given, web] = meet(put(key));
      const { lookUp, asked, sources } = world(web, [{ url: put(key) }]);
      const stored: unknown[] = [];
      const answers = [
        await lookUp(given),
        await followShows(
          [given, put(key)],
          {
            ownShows: () => Promise.resolve({ followed: [], room: 10 }),
            followShow: (show) =>
              Promise.resolve('followed' as const).then((done) => (stored.push(show), done)),
          },
          sources,
        ),
      ];
      const said = JSON.stringify([lines, stored, asked]);
      expect(said).not.toContain(key);
      expect(JSON.stringify(answers)).not.toContain(key);
    }),
    { numRuns: 300 },
  );
});

test.each([
  [
    'its feed says',
    world({ [FEED]: rss() }),
    { link: 'https://acquired.example/', image: 'https://acquired.example/cover.png' },
  ],
  [
    'the catalogue knows if its feed is unreachable',
    world({}, [{ publisher: 'Ben and David' }]),
    { isPublic: true },
  ],
])('stores of a followed show what %s', async (_, { sources }, more) => {
  const stored: unknown[] = [];
  const store = {
    ownShows: () => Promise.resolve({ followed: [], room: 1 }),
    followShow: (show: unknown) => {
      stored.push(show);
      return Promise.resolve('followed' as const);
    },
  };
  await followShows([FEED], store, sources);
  const publisher = 'Ben and David';
  expect(stored).toEqual([{ feedUrl: FEED, title: 'Acquired', publisher, ...more }]);
});

/** Per case: the simulated web's responses, the feed's URL after Apple's listing, and whether the show becomes public. */
const NAMED_BY_APPLE: Record<string, [Record<string, Answer>, feedUrl: string, isPublic: boolean]> =
  {
    'answers itself': [{ [FEED]: rss() }, FEED, true],
    'redirects temporarily': [
      { [FEED]: { moved: 'https://cdn.example/rss', body: rss() } },
      FEED,
      true,
    ],
    'redirects permanently': [
      { [FEED]: { moved: 'https://members.example/rss', forGood: true, body: rss() } },
      'https://members.example/rss',
      false,
    ],
    'has a new address': [
      {
        [FEED]: rss('<itunes:new-feed-url>https://members.example/rss</itunes:new-feed-url>'),
        'https://members.example/rss': rss(),
      },
      'https://members.example/rss',
      false,
    ],
    'redirects permanently to a feed that leads back': [
      {
        [FEED]: {
          moved: 'https://members.example/rss',
          forGood: true,
          body: rss(`<itunes:new-feed-url>${FEED}</itunes:new-feed-url>`),
        },
      },
      'https://members.example/rss',
      false,
    ],
    'is a page with a feed': [
      { [FEED]: page('https://members.example/rss'), 'https://members.example/rss': rss() },
      'https://members.example/rss',
      false,
    ],
  };

test.each(Object.entries(NAMED_BY_APPLE))(
  'trusts Apple’s directory only for the address it lists, which %s',
  async (_, [web, feedUrl, isPublic]) => {
    const { lookUp, named } = world({ ...web, [APPLE]: apple({ feedUrl: FEED }) });
    expect(
      await lookUp('https://podcasts.apple.com/us/podcast/acquired/id1050462261'),
    ).toMatchObject({ shows: [{ feedUrl, isPublic }] });
    expect(named).toEqual(isPublic ? [FEED] : []);
  },
);

test('marks a show as public only if the directory or the catalogue lists it', async () => {
  const web = {
    [APPLE]: apple({ feedUrl: `${FEED}#top` }),
    [FEED]: rss(),
    'https://acquired.example/': page(FEED),
  };
  const seen = async (given: string, shows: Known[] = []) => {
    const { lookUp, named } = world(web, shows);
    const answer = await lookUp(given);
    const isPublic = answer.kind === 'shows' && answer.shows[0]?.isPublic;
    return [isPublic, named];
  };
  const link = 'https://podcasts.apple.com/us/podcast/acquired/id1050462261';
  expect(await seen(link)).toEqual([true, [FEED]]);
  expect(await seen(FEED)).toEqual([false, []]);
  expect(await seen('https://acquired.example/')).toEqual([false, []]);
  expect(await seen(FEED, [{ isPublic: true }])).toEqual([true, []]);
  expect(await seen(FEED, [{ isPublic: false }])).toEqual([false, []]);
});
