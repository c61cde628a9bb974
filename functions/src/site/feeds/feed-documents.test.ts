import fc from 'fast-check';
import { parseJsonFeed, parseRssFeed } from 'feedsmith';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { alertItem } from '../../delivery/channels/alert-item.ts';
import type { PrivateFeed } from '../../delivery/channels/firestore-feeds.ts';
import { itemNumber, wholeItem } from '../../delivery/channels/fixtures/whole-item.ts';
import { alertItemSchema } from '../../contract/index.ts';
import { readFeed as readPodcastFeed } from '../../feeds/read/read-feed.ts';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import { feedDocument } from './feed-documents.ts';

const SITE = { name: 'Earshot', url: 'https://earshot.example' };
const CHANGED_MS = Date.parse('2026-11-21T12:00:00Z');

const feedOf = (items: PrivateFeed['items'], title = 'Work'): PrivateFeed => ({
  title,
  items,
  changedAtMs: CHANGED_MS,
});

function rss(items: PrivateFeed['items'], title?: string): Promise<string> {
  return Promise.resolve(feedDocument(feedOf(items, title), 'rss', SITE).toString());
}

function json(items: PrivateFeed['items'], title?: string): Promise<string> {
  return Promise.resolve(feedDocument(feedOf(items, title), 'json', SITE).toString());
}

function problemOf(xml: string): string | null {
  let problem: string | null = null;
  const parser = new SaxesParser();
  parser.on('error', ({ message }) => (problem ??= message));
  parser.write(xml).close();
  return problem;
}

function elements(xml: string): string[] {
  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => names.push(name));
  parser.write(xml).close();
  return names;
}

describe('the RSS of a private feed', () => {
  test('states in RSS why each item matched, when it was said, and the publisher’s own file', async () => {
    const feed = parseRssFeed(await rss([wholeItem]));
    expect(feed).toMatchObject({
      title: 'Work – Earshot',
      link: 'https://earshot.example/alerts',
      lastBuildDate: 'Sat, 21 Nov 2026 12:00:00 GMT',
      itunes: {
        block: true,
        explicit: false,
        author: 'Earshot',
        image: 'https://earshot.example/podcast.png',
      },
    });
    const [item] = feed.items ?? [];
    expect(item).toMatchObject({
      title: 'Small Bets: Ledgers',
      link: 'https://podcast.example/episodes/1',
      guid: { value: wholeItem.id, isPermaLink: false },
      dc: { creators: ['Small Bets'] },
      categories: [{ name: 'work' }],
      enclosures: [{ url: 'https://podcast.example/1.mp3', length: 0, type: 'audio/mpeg' }],
      itunes: { author: 'Small Bets', duration: 2880, image: 'https://podcast.example/cover.png' },
    });
    expect(item?.description).toBe(
      '<p>About <mark>ledgers</mark>.</p>' +
        '<p>In the title: <mark>Ledgers</mark></p>' +
        '<p>In chapter: <mark>Ledgers</mark> by hand</p>' +
        '<p>“It is <mark>work</mark>.” (0:12, Ann)</p>' +
        '<p>Small Bets · Sep 21, 2026 · “work”</p>' +
        '<p><a href="https://earshot.example/?q=work">At 0:12</a></p>',
    );
  });

  test('writes RSS that our own reader parses with the same audio', async () => {
    const bytes = Buffer.from(await rss([wholeItem, itemNumber(1)]));
    const reading = readPodcastFeed(bytes, null, Date.now());
    if (reading.kind === 'refused') throw new Error(reading.message);
    expect(reading.items.map(({ audio, title }) => [title, audio])).toEqual([
      ['Small Bets: Ledgers', 'https://podcast.example/1.mp3'],
      ['Small Bets: Ledgers', 'https://podcast.example/1.mp3'],
    ]);
  });

  test('contains no address of itself, which is a secret', async () => {
    expect(await rss([wholeItem])).not.toContain('/feeds/');
    expect(await json([wholeItem])).not.toContain('feed_url');
  });

  test('writes RSS by the rules of feed validators', async () => {
    const xml = await rss([wholeItem, itemNumber(1), itemNumber(2)]);
    expect(problemOf(xml)).toBeNull();
    const guids = [...xml.matchAll(/<guid isPermaLink="false">([^<]+)<\/guid>/g)].map(
      ([, id]) => id,
    );
    expect(new Set(guids).size).toBe(3);
    for (const [, date] of xml.matchAll(/<(?:pubDate|lastBuildDate)>([^<]*)</g)) {
      expect(date).toMatch(
        /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat), \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
      );
    }
    for (const [, attributes] of xml.matchAll(/<enclosure ([^>]*)\/>/g)) {
      expect(attributes).toMatch(/^url="https?:\/\/[^"]+" length="\d+" type="[a-z]+\/[\w.+-]+"$/);
    }
    expect(xml).toMatch(/<itunes:duration>\d+<\/itunes:duration>/);
  });

  test('writes a valid feed without items', async () => {
    expect(problemOf(await rss([]))).toBeNull();
    expect(JSON.parse(await json([]))).toMatchObject({ items: [] });
  });
});

describe('the JSON Feed of a private feed', () => {
  test('writes a JSON Feed 1.1 with the items that webhooks get', async () => {
    const parsed = JSON.parse(await json([wholeItem])) as Record<string, unknown>;
    expect(parsed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Work – Earshot',
      items: [wholeItem],
    });
    const [item] = parseJsonFeed(await json([wholeItem])).items ?? [];
    expect(item).toMatchObject({
      id: wholeItem.id,
      url: wholeItem.url,
      content_html: wholeItem.content_html,
      date_published: '2026-09-21T14:13:20.000Z',
      attachments: [{ mime_type: 'audio/mpeg', duration_in_seconds: 2880 }],
    });
    const known = ['version', 'title', 'home_page_url', 'description', 'icon', 'authors'];
    expect(Object.keys(parsed)).toEqual([...known, 'language', 'items']);
    const ofItem = ['id', 'url', 'title', 'content_text', 'content_html', 'date_published'];
    const more = ['image', 'authors', 'tags', 'attachments', '_earshot'];
    expect(Object.keys(wholeItem)).toEqual([...ofItem, ...more]);
  });
});

test('dates an item by its match and states the episode’s own date in the text', async () => {
  const matched = { ...wholeItem, date_published: '2026-11-20T10:00:00.000Z' };
  const [item] = parseRssFeed(await rss([matched])).items ?? [];
  expect(item?.pubDate).toBe('Fri, 20 Nov 2026 10:00:00 GMT');
  expect(item?.description).toContain('Small Bets · Sep 21, 2026');
  const [entry] = parseJsonFeed(await json([matched])).items ?? [];
  expect(entry?.date_published).toBe(matched.date_published);
  expect(entry?.content_html).toContain('Small Bets · Sep 21, 2026');
});

test('writes equal bytes for equal feeds', async () => {
  expect(await rss([wholeItem])).toBe(await rss([{ ...wholeItem }]));
  expect(await json([wholeItem])).toBe(await json([{ ...wholeItem }]));
});

test('no text of an episode breaks a feed or adds elements to it', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      ']]></description><script>',
      '</item></channel>',
      '<!ENTITY a "b">&a;',
      '\u0000\uFFFE',
      '>>><<<',
      '>>><script>alert(1)</script><<<',
      '\u202E\u2066',
      '"><img src=x onerror=1>',
      'javascript:alert(1)',
      'https://a.example/"><b>',
      '\uD800',
      '&lt;b&gt;',
    ),
  );
  const facts = fc.record({
    id: fc.string({ minLength: 1, maxLength: 32 }),
    title: text,
    link: text,
    podcast: text,
    excerpt: text,
    audio: text,
    image: text,
    pubDateMs: fc.integer({ min: 0, max: 4e12 }),
    reasons: fc.array(fc.record({ place: fc.constant('title' as const), text })),
    said: fc.array(fc.record({ atMs: fc.nat(), text, url: text })),
    alerts: fc.array(fc.record({ id: text, query: text }), { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(facts, text, async (drawn, title) => {
      const item = alertItem(drawn);
      expect(alertItemSchema.safeParse(item).success).toBe(true);
      const xml = await rss([item], title);
      expect(problemOf(xml)).toBeNull();
      const allowed = ['item', 'title', 'link', 'guid', 'pubDate', 'dc:creator', 'category'];
      const more = ['description', 'enclosure', 'itunes:author', 'itunes:duration', 'itunes:image'];
      const names = elements(xml);
      const own = names.slice(names.indexOf('item'));
      expect(own.filter((name) => ![...allowed, ...more].includes(name))).toEqual([]);
      const html = parseRssFeed(xml).items?.[0]?.description ?? '';
      // The HTML contains only our own elements and only web addresses.
      expect(html.replace(/<\/?(p|mark)>|<a href="https?:[^"<>]*">|<\/a>/g, '')).not.toMatch(
        /[<>]/,
      );
      expect((JSON.parse(await json([item], title)) as { items: unknown[] }).items).toHaveLength(1);
    }),
    { numRuns: fuzzRuns(200) },
  );
});
