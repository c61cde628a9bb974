import { SyntaxValidator } from 'fast-xml-validator';
import { parseFeed, parseOpml } from 'feedsmith';
import { describe, expect, test } from 'vitest';
import { ROSTER } from '../web/src/content/roster.ts';
import { trendName, TRENDS } from '../web/src/content/trends.ts';
import { fillPlaceholders } from './fill-placeholders.ts';
import { readSampleFiles } from './sample-documents.ts';
import { readSampleSounds } from './sample-sounds.ts';
import { silentMp3 } from './silent-mp3.ts';

/** Keywords of the trend pages and hubs, and other likely first searches. */
const topics = [
  'AI & machine learning',
  'startup funding',
  'tech innovation',
  'podcast industry',
  'future of work',
  'venture capital',
  'leadership',
  'CEO',
  'tech executive',
  'artificial intelligence',
  'investment',
  'VC',
];

const base = 'http://127.0.0.1:5060';
const now = new Date('2026-11-21T09:00:00Z');
const files = await readSampleFiles();
const filled = new Map(
  [...files].map(([name, text]) => [name, fillPlaceholders(text, { base, now })]),
);
const feeds = [...filled].filter(([name]) => name.startsWith('/feeds/'));
const episodes = feeds.flatMap(([name, xml]) => readEpisodes(name, xml));

interface Episode {
  feed: string;
  id: string;
  link: string | undefined;
  enclosure: { url?: string; length?: number } | undefined;
  title: string;
  text: string;
  publishedAtMs: number;
}

function readEpisodes(feed: string, xml: string): Episode[] {
  const parsed = parseFeed(xml);
  if (parsed.format === 'atom') {
    return (parsed.feed.entries ?? []).map((entry) => {
      const enclosure = entry.links?.find(({ rel }) => rel === 'enclosure');
      return {
        feed,
        id: entry.id ?? '',
        link: entry.links?.find(({ rel }) => rel === 'alternate')?.href,
        enclosure: enclosure && { url: enclosure.href ?? '', length: enclosure.length ?? 0 },
        title: entry.title?.value ?? '',
        text: plain(entry.content?.value ?? ''),
        publishedAtMs: Date.parse(entry.published ?? ''),
      };
    });
  }
  if (parsed.format !== 'rss') throw new Error(`${feed} is ${parsed.format}`);
  return (parsed.feed.items ?? []).map((item) => ({
    feed,
    id: item.guid?.value ?? '',
    link: item.link,
    enclosure: item.enclosures?.[0],
    title: item.title ?? '',
    text: plain(item.description ?? ''),
    publishedAtMs: Date.parse(item.pubDate ?? ''),
  }));
}

function plain(html: string): string {
  return html.replaceAll(/<[^>]+>/g, '\n').replaceAll('&amp;', '&');
}

/** Returns the words in lower case and without accents, with a space before and after each. */
function words(text: string): string {
  const bare = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return ` ${(bare.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}

function mentions(...names: string[]): number {
  const searched = names.map(words);
  return episodes.filter(({ title, text }) =>
    searched.some((name) => words(`${title} / ${text}`).includes(name)),
  ).length;
}

function repeated<T>(values: T[]): T[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function isXml(name: string): boolean {
  return /\.(?:opml|svg|xml)$/.test(name);
}

describe('every file', () => {
  test.each([...filled.keys()].filter(isXml))(
    '%s is well-formed and has no placeholder left',
    (name) => {
      const text = filled.get(name)!;
      expect(SyntaxValidator.validate(text)).toBe(true);
      expect(text).not.toMatch(/\{\{|\}\}|Invalid Date/);
    },
  );

  test('each cover is a small square without external references', () => {
    for (const [name, svg] of filled) {
      if (!name.startsWith('/covers/')) continue;
      expect(Buffer.byteLength(svg), name).toBeLessThan(3000);
      expect(svg, name).toContain('viewBox="0 0 600 600"');
      expect(svg.replace('http://www.w3.org/2000/svg', ''), name).not.toMatch(
        /https?:|href|url\(|<script/,
      );
    }
  });

  test('the OPML list contains exactly the existing feeds', () => {
    const list = parseOpml(filled.get('/feeds.opml')!);
    const listed = (list.body?.outlines ?? []).flatMap(({ outlines = [] }) => outlines);
    expect(listed.map(({ xmlUrl }) => xmlUrl).sort()).toEqual(
      feeds.map(([name]) => base + name).sort(),
    );
  });
});

describe('the shows', () => {
  test('seventeen shows have ten to sixteen episodes each', () => {
    expect(feeds).toHaveLength(17);
    for (const [name] of feeds) {
      const count = episodes.filter(({ feed }) => feed === name).length;
      expect(count, name).toBeGreaterThanOrEqual(10);
      expect(count, name).toBeLessThanOrEqual(16);
    }
  });

  test('every show except one has a cover that exists', () => {
    const coverless = feeds.filter(([name, xml]) => {
      const covers = xml.match(/[^"<>]+\/covers\/[^"<>]+/g) ?? [];
      for (const cover of covers) expect(filled.has(cover.slice(base.length)), name).toBe(true);
      return covers.length === 0;
    });
    expect(coverless.map(([name]) => name)).toEqual(['/feeds/public-square-wave.xml']);
  });

  test('feeds differ in the same ways as real feeds', () => {
    expect(feeds.filter(([, xml]) => xml.includes('<feed xmlns'))).toHaveLength(1);
    expect(feeds.some(([, xml]) => xml.includes('<description><![CDATA[<p>'))).toBe(true);
    expect(feeds.some(([, xml]) => xml.includes('<description>&lt;p&gt;'))).toBe(true);
    expect(feeds.some(([, xml]) => xml.includes('<content:encoded>'))).toBe(true);
    const linkless = episodes.filter(({ link }) => link === undefined);
    expect(new Set(linkless.map(({ feed }) => feed))).toEqual(
      new Set(['/feeds/ten-slow-questions.xml']),
    );
    expect(episodes.filter(({ text }) => text === '').map(({ title }) => title)).toEqual([
      'Trailer: season three',
    ]);
  });
});

describe('the episodes', () => {
  test('every episode has its own id, link and audio', () => {
    const links = episodes.flatMap(({ link }) => link ?? []);
    expect(episodes.every(({ id, title }) => id !== '' && title !== '')).toBe(true);
    expect(repeated(episodes.map(({ id }) => id))).toEqual([]);
    expect(repeated(links)).toEqual([]);
    expect(repeated(episodes.map(({ enclosure }) => enclosure?.url))).toEqual([]);
    expect(episodes.every(({ enclosure }) => enclosure?.url?.startsWith(`${base}/audio/`))).toBe(
      true,
    );
    expect(links.every((link) => link.startsWith(`${base}/episodes/`))).toBe(true);
  });

  test('one episode is in two feeds, and no other is', () => {
    const files = episodes.map(({ enclosure }) => enclosure?.url?.split('?')[0] ?? '');
    const [again = '', ...others] = repeated(files);
    expect(others).toEqual([]);
    const shows = episodes.filter(({ enclosure }) => enclosure?.url?.startsWith(again));
    expect(shows.map(({ feed }) => feed)).toEqual([
      '/feeds/cap-table-kitchen.xml',
      '/feeds/founders-footnotes.xml',
    ]);
  });

  test('feeds state the true length of the audio', async () => {
    const sounds = await readSampleSounds();
    for (const { enclosure } of episodes) {
      const sound = sounds.get(enclosure?.url?.slice(base.length) ?? '')?.body ?? silentMp3(10);
      expect(enclosure?.length, enclosure?.url).toBe(sound.length);
    }
    const addresses = episodes.map(({ enclosure }) => enclosure?.url?.slice(base.length));
    expect([...sounds.keys()].every((name) => addresses.includes(name))).toBe(true);
  });

  test('episodes appeared on each of the last thirty days, several within hours', () => {
    const agesMs = episodes.map(({ publishedAtMs }) => now.getTime() - publishedAtMs);
    const hourMs = 60 * 60 * 1000;
    const days = new Set(agesMs.map((ageMs) => Math.floor(ageMs / (24 * hourMs))));
    expect([...days].sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, day) => day));
    expect(agesMs.filter((ageMs) => ageMs < 6 * hourMs).length).toBeGreaterThanOrEqual(4);
  });

  test('feeds list the newest episode first', () => {
    for (const [name] of feeds) {
      const dates = episodes.filter(({ feed }) => feed === name).map((one) => one.publishedAtMs);
      expect(dates, name).toEqual([...dates].sort((a, b) => b - a));
    }
  });

  test('show notes have 40 to 160 words, and only one sponsor’s sentences are repeated', () => {
    for (const { title, text } of episodes.filter((one) => one.text !== '')) {
      const count = text.split(/\s+/).filter(Boolean).length;
      expect(count, title).toBeGreaterThanOrEqual(40);
      expect(count, title).toBeLessThanOrEqual(160);
    }
    const sentences = episodes.flatMap(({ text }) =>
      text.split(/(?<=[.!?:])\s+|\n+/).filter((sentence) => sentence.trim().length > 20),
    );
    // Every episode of one show has these sentences, so that the samples contain boilerplate.
    expect([...new Set(repeated(sentences))]).toEqual([
      'Sponsored by Tidewater Hosting, servers with a view of the sea.',
      'Use code HOUR for 10% off.',
    ]);
  });
});

describe('the words of the episodes', () => {
  test.each(ROSTER.map(({ slug, keywords }) => [slug, keywords] as const))(
    'the keywords of the page of %s are in at least two episodes',
    (_slug, keywords) => {
      expect(mentions(...keywords)).toBeGreaterThanOrEqual(2);
    },
  );

  test.each(TRENDS.map(({ slug }) => trendName(slug)))(
    'the trend %s is in at least two episodes',
    (name) => {
      expect(mentions(name)).toBeGreaterThanOrEqual(2);
    },
  );

  test.each(topics)('the topic %s is in at least three episodes', (topic) => {
    expect(mentions(topic)).toBeGreaterThanOrEqual(3);
  });

  test.each(['OpenAI', 'Sam Altman', 'NVIDIA', 'a16z', 'startup funding', 'venture capital'])(
    'the name %s is in 12 to 40 episodes',
    (name) => {
      expect(mentions(name)).toBeGreaterThanOrEqual(12);
      expect(mentions(name)).toBeLessThanOrEqual(40);
    },
  );

  test('AI fills more than five pages of ten results', () => {
    expect(mentions('AI')).toBeGreaterThanOrEqual(60);
  });

  test('episodes contain words that are hard to search for', () => {
    const spelled = (text: string) => episodes.filter((one) => one.text.includes(text)).length;
    expect(spelled('C++')).toBeGreaterThanOrEqual(5);
    expect(spelled('U.S.')).toBeGreaterThanOrEqual(3);
    expect(spelled('Bill Gates’s')).toBeGreaterThanOrEqual(1);
    expect(spelled('Tobi Lütke')).toBeGreaterThanOrEqual(2);
    expect(spelled('Tobi Lutke')).toBeGreaterThanOrEqual(1);
  });
});

describe('the transcripts', () => {
  const transcripts = [...filled].filter(([name]) => name.startsWith('/transcripts/'));

  test('each transcript is in one feed, and every format occurs', () => {
    const named = feeds.flatMap(([, xml]) =>
      [...xml.matchAll(/<podcast:transcript url="([^"]+)"/g)].map(([, url]) => url),
    );
    expect(named.sort()).toEqual(transcripts.map(([name]) => base + name).sort());
    const formats = new Set(transcripts.map(([name]) => name.split('.').at(-1)));
    expect([...formats].sort()).toEqual(['html', 'json', 'srt', 'txt', 'vtt']);
  });

  /** Title and notes of the episode with the transcript. */
  function notesBeside(transcript: string): string {
    const xml = feeds.find(([, text]) => text.includes(transcript))?.[1] ?? '';
    const end = xml.indexOf(transcript);
    return plain(xml.slice(xml.lastIndexOf('<item>', end), end));
  }

  test('transcripts add no episode to those that other tests count', () => {
    const names = ROSTER.flatMap(({ keywords }) => keywords);
    for (const [name, text] of transcripts) {
      expect(text, name).not.toMatch(/\{\{|\}\}/);
      for (const counted of [...names, ...topics, 'AI', 'slow']) {
        const isCounted = words(notesBeside(name)).includes(words(counted));
        const isSaid = words(text).includes(words(counted));
        expect(isSaid && !isCounted, `${name}: ${counted}`).toBe(false);
      }
    }
  });

  test('a person and a company of the example searches are spoken of', () => {
    const said = transcripts.map(([, text]) => words(text)).join('');
    for (const name of ['OpenAI', 'Sam Altman']) expect(said).toContain(words(name));
  });
});
