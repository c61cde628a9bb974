import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../contract/index.ts';
import { type FeedFetch, refused } from '../feeds/feed-model.ts';
import { readFeed } from '../feeds/read/read-feed.ts';
import { showIdOf } from '../feeds/show-id.ts';
import { NOW, temporaryCatalogue } from '../catalogue/testing/test-catalogue.ts';
import { refreshFeed } from './refresh-feed.ts';
import { claimFeeds, listFeeds } from '../catalogue/queue/feed-queue.ts';
import { feedRecord } from '../catalogue/store/feeds.ts';
import { exportFeed } from '../catalogue/testing/copy-feed.ts';
import { followFeeds } from '../catalogue/queue/followed-feeds.ts';

const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((name) => `https://${name}.example/feed`) as [
  string,
  string,
  string,
  string,
];
const PRIVATE = 'https://show.supercast.com/feeds/abc';

const rss = (episodes: number, movedTo = '') =>
  `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Ledgers</title>
  ${movedTo === '' ? '' : `<itunes:new-feed-url>${movedTo}</itunes:new-feed-url>`}
  ${Array.from(
    { length: episodes },
    (
      _,
      at,
    ) => `<item><title>Ledgers ${at}</title><guid>${at}</guid><link>https://show.example/${at}</link>
      <pubDate>${new Date(NOW - (20 - at) * HOUR_MS).toUTCString()}</pubDate></item>`,
  ).join('')}</channel></rss>`;

type Web = Record<string, string | { permanently: string }>;

function textAt(web: Web, url: string): string {
  const answer = web[url];
  return typeof answer === 'string' ? answer : '';
}

/** A feed at `key`, in a web that tests may change. */
async function opened(web: Web, key = A) {
  const catalogue = temporaryCatalogue();
  await catalogue.write(() => listFeeds([{ url: key, host: 'a.example' }], NOW));
  const asked: string[] = [];
  const fetchFeed = (url: string): Promise<FeedFetch> => {
    asked.push(url);
    let [at, answer] = [url, web[url]];
    while (typeof answer === 'object') [at, answer] = [answer.permanently, web[answer.permanently]];
    if (answer === undefined) return Promise.resolve(refused('gone', 'There is nothing.'));
    return Promise.resolve({
      kind: 'fetched',
      contentType: null,
      bytes: Buffer.from(answer),
      validators: { etag: '"1"', lastModified: null },
      ...(at !== url && { finalUrl: at, movedTo: at }),
    });
  };
  return {
    catalogue,
    web,
    asked,
    movedTo: async () => (await catalogue.read(() => feedRecord(key))).movedTo,
    async refreshAt(now: number) {
      asked.length = 0;
      const [feed] = await catalogue.write(() =>
        claimFeeds({ now, dueMs: now, limit: 1, among: [key] }),
      );
      const readFile = () => Promise.resolve(Buffer.from(textAt(web, key)));
      return refreshFeed(feed!, { catalogue, now, readFeed, fetchFeed, readFile });
    },
    stored: async () => (await catalogue.read(() => exportFeed(key)))?.episodes.length,
  };
}

it('reads a feed at its new address, as after a permanent redirect', async () => {
  const feed = await opened({ [A]: rss(12, B), [B]: rss(12) });
  expect(await feed.refreshAt(NOW)).toMatchObject({ status: 'refreshed', new: 12 });
  expect([feed.asked, await feed.movedTo()]).toEqual([[A, B], B]);
  // From now on, only the new address changes.
  feed.web[B] = rss(17);
  expect(await feed.refreshAt(NOW + HOUR_MS)).toMatchObject({ new: 5, unchanged: 12 });
  expect(await feed.refreshAt(NOW + 2 * HOUR_MS)).toMatchObject({ status: 'unchanged' });
  expect(feed.asked).toEqual([A, B]);
  await feed.refreshAt(NOW + 7 * DAY_MS);
  expect(feed.asked).toEqual([B]);
  // By now, the old address no longer exists.
  Reflect.deleteProperty(feed.web, A);
  feed.web[B] = rss(18);
  expect(await feed.refreshAt(NOW + 8 * DAY_MS)).toMatchObject({ new: 1 });
  expect(await feed.stored()).toBe(18);
});

it('returns to the old address if the feed no longer names a new one', async () => {
  const feed = await opened({ [A]: rss(3, B), [B]: rss(4) });
  await feed.refreshAt(NOW);
  feed.web[A] = rss(5);
  expect(await feed.refreshAt(NOW + HOUR_MS)).toMatchObject({ new: 1 });
  expect([feed.asked, await feed.movedTo()]).toEqual([[A], null]);
});

const TABLE: Record<string, [web: Web, stored: number, asked: string[], movedTo: string | null]> = {
  'names itself': [{ [A]: rss(2, A) }, 2, [A], null],
  'names one that names itself': [{ [A]: rss(2, B), [B]: rss(3, B) }, 3, [A, B], B],
  'leads back': [{ [A]: rss(2, B), [B]: rss(3, A) }, 2, [A, B], null],
  'leads back by a redirect': [{ [A]: rss(2, B), [B]: { permanently: A } }, 2, [A, B], null],
  'leads in a circle': [{ [A]: rss(2, B), [B]: rss(3, C), [C]: rss(4, A) }, 2, [A, B, C], null],
  'leads through two': [{ [A]: rss(2, B), [B]: rss(3, C), [C]: rss(4) }, 4, [A, B, C], C],
  'leads on and on': [
    { [A]: rss(2, B), [B]: rss(3, C), [C]: rss(4, D), [D]: rss(5) },
    4,
    [A, B, C],
    C,
  ],
  'leads on by a redirect': [
    { [A]: rss(2, B), [B]: { permanently: C }, [C]: rss(4) },
    4,
    [A, B],
    C,
  ],
  'was redirected and names where it is': [{ [A]: { permanently: B }, [B]: rss(3, B) }, 3, [A], B],
  'names what is not there': [{ [A]: rss(2, B) }, 2, [A, B], null],
  'names a page': [{ [A]: rss(2, B), [B]: '<html>hello</html>' }, 2, [A, B], null],
  'names one without episodes': [{ [A]: rss(2, B), [B]: rss(0) }, 2, [A, B], null],
  'names a subscriber’s own': [{ [A]: rss(2, PRIVATE), [PRIVATE]: rss(3) }, 2, [A], null],
  'leads to a subscriber’s own': [
    { [A]: rss(2, B), [B]: { permanently: PRIVATE }, [PRIVATE]: rss(3) },
    2,
    [A, B],
    null,
  ],
  'names no address': [{ [A]: rss(2, 'file:///etc/passwd') }, 2, [A], null],
};

describe('a feed that', () => {
  test.each(Object.entries(TABLE))(
    'follows the right address of a feed that %s',
    async (_, [web, stored, asked, movedTo]) => {
      const feed = await opened(web);
      await feed.refreshAt(NOW);
      expect([await feed.stored(), feed.asked, await feed.movedTo()]).toEqual([
        stored,
        asked,
        movedTo,
      ]);
      // The target may be fixed tomorrow, so the next fetch has no validators.
      await feed.refreshAt(NOW + HOUR_MS);
      expect([feed.asked, await feed.movedTo()]).toEqual([asked, movedTo]);
    },
  );
});

it('ignores a new address in a local file', async () => {
  const feed = await opened({ '/feeds/show.xml': rss(2, B), [B]: rss(3) }, '/feeds/show.xml');
  await feed.refreshAt(NOW);
  expect([await feed.stored(), feed.asked]).toEqual([2, []]);
});

it('a move does not change the visibility of a show', async () => {
  const feed = await opened({ [A]: rss(2, B), [B]: rss(3), [C]: rss(2, D), [D]: rss(3) });
  const { catalogue } = feed;
  const brought = { url: C, host: 'c.example', title: 'Brought', followers: 1, changedAtMs: NOW };
  await catalogue.write(() => followFeeds([brought], NOW));
  // The target of the followers-only feed is listed as a public feed as well.
  await catalogue.write(() =>
    listFeeds(
      [A, D].map((url) => ({ url, host: new URL(url).host })),
      NOW,
    ),
  );
  for (const url of [A, C]) {
    const [claimed] = await catalogue.write(() =>
      claimFeeds({ now: NOW, dueMs: NOW, limit: 1, among: [url] }),
    );
    await refreshFeed(claimed!, {
      catalogue,
      now: NOW,
      readFeed,
      readFile: () => Promise.reject(new Error('no files')),
      fetchFeed: (at) =>
        Promise.resolve({
          kind: 'fetched',
          contentType: null,
          bytes: Buffer.from(textAt(feed.web, at)),
          validators: { etag: null, lastModified: null },
        }),
    });
  }
  expect((await catalogue.read(() => exportFeed(C)))?.standing.state).toBe('followers');
  expect((await catalogue.read(() => exportFeed(A)))?.standing.state).toBe('public');
  const total = async (followed: string[]) =>
    (await catalogue.query({ keywords: ['ledgers'], limit: 9, totalLimit: 9, followed })).total;
  expect([await total([]), await total([showIdOf(C)])]).toEqual([3, 6]);
});

describe('a new address of', () => {
  const [own, other] = ['own.xml', 'other.xml'].map((file) =>
    readFileSync(path.join(import.meta.dirname, 'fixtures', 'new-feed-url', file), 'utf8').replace(
      'https://other.example/feed.xml',
      B,
    ),
  ) as [string, string];
  const episode =
    '<item><title>Garden Shed Radio no 1</title><guid>own-1</guid><link>https://x.example/</link></item>';
  const guid = '<podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>';
  const within = (feed: string, inside: string) => feed.replace('<item>', `${inside}<item>`);

  test.each([
    ['another show', own, other, null],
    [
      'another show that numbers its episodes, too',
      own.replaceAll('own-', ''),
      other.replaceAll('oth-', ''),
      null,
    ],
    [
      'another show with another podcast:guid',
      within(own, guid),
      within(other, guid.replace('9', '8')),
      null,
    ],
    ['the same name', own, other.replace('Hostly Success Stories', 'GARDEN shed radio'), B],
    [
      'the same podcast:guid',
      within(own, guid),
      within(other, guid.toUpperCase().replaceAll('PODCAST:GUID', 'podcast:guid')),
      B,
    ],
    ['an episode in common', own, within(other, episode), B],
    [
      'an audio file in common',
      own,
      other.replace('https://other.example/3.mp3', 'https://own.example/3.mp3'),
      B,
    ],
  ])('decides on a new address with %s', async (_, first, second, movedTo) => {
    const feed = await opened({ [A]: first, [B]: second });
    await feed.refreshAt(NOW);
    expect(await feed.movedTo()).toBe(movedTo);
    const stored = await feed.catalogue.read(() => exportFeed(A));
    expect(stored?.episodes[0]?.podcast).toBe(
      movedTo === null ? 'Garden Shed Radio' : /<title>(.*?)</.exec(second)?.[1],
    );
  });
});
