import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../functions/src/testing/temporary-folder.ts';
import { serveOnLoopback } from '../../functions/src/testing/test-server.ts';
import { chartsOf, GENRES } from './apple-genres.ts';
import { chartAnswers } from './chart-answers.ts';
import { showsOfList } from './operator-list.ts';

const entry = (id: string | number) => ({
  'im:name': { label: `Show ${id}` },
  summary: { label: 'words '.repeat(200) },
  id: {
    label: `https://podcasts.apple.com/us/podcast/id${id}?uo=2`,
    attributes: { 'im:id': `${id}` },
  },
});
const chart = (entries: unknown) => ({ feed: { author: {}, entry: entries, updated: {} } });
const show = (id: string | number, feedUrl: string | null = `https://host.example/${id}`) => ({
  wrapperType: 'track',
  kind: 'podcast',
  collectionId: Number(id),
  collectionName: `Show ${id}`,
  ...(feedUrl !== null && { feedUrl }),
});

type Answer = object | string | ((response: ServerResponse) => void);

interface Apple {
  url: string;
  asked: string[];
  charts: Record<string, Answer>;
  /** Feeds by id; null for a show without one. */
  feeds: Record<string, string | null>;
  lookup?: Answer | undefined;
}

async function startApple(charts: Record<string, Answer>): Promise<Apple> {
  const apple: Apple = { url: '', asked: [], charts, feeds: {} };
  const send = (answer: Answer, response: ServerResponse) => {
    if (typeof answer === 'function') answer(response);
    else response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  };
  apple.url = await serveOnLoopback(({ url = '' }, response) => {
    apple.asked.push(url);
    const { pathname, searchParams } = new URL(url, 'http://apple.example');
    const [, country, genre] =
      /^\/(..)\/rss\/toppodcasts\/limit=200\/genre=(\d+)\/json$/.exec(pathname) ?? [];
    const ids = (searchParams.get('id') ?? '').split(',');
    const results = ids.map((id) => show(id, apple.feeds[id]));
    if (country !== undefined && genre !== undefined)
      send(apple.charts[`${country} ${genre}`] ?? chart(undefined), response);
    else send(apple.lookup ?? { resultCount: results.length, results }, response);
  });
  return apple;
}

interface Ended {
  text: string;
  error: string;
  listed: string[];
  waitsMs: number[];
}

function chartsIn(apple: Apple, folder = temporaryFolder()) {
  const list = path.join(folder, 'own.opml');
  const memory = path.join(folder, 'deep', 'charts.jsonl');
  if (!existsSync(list))
    writeFileSync(
      list,
      '<opml><body>\n<outline text="Listed" xmlUrl="https://listed.example/rss"/>\n</body></opml>',
    );
  let now = Date.now();
  return {
    memory,
    later: (ms: number) => (now += ms),
    run: async (countries: string, genres: string, add = false): Promise<Ended> => {
      const ended: Ended = { text: '', error: '', listed: [], waitsMs: [] };
      const clock = {
        now: () => now,
        pause: (ms: number) => {
          ended.waitsMs.push(ms);
          now += ms;
          return Promise.resolve();
        },
      };
      const charts = chartsOf(countries, genres);
      const lookupUrl = `${apple.url}/lookup`;
      const stderr = { write: () => true };
      try {
        for await (const line of chartAnswers({
          charts,
          lookupUrl,
          memory,
          list,
          add,
          stderr,
          clock,
        }))
          ended.text += `${line}\n`;
      } catch (error) {
        ended.error = (error as Error).message;
      }
      ended.listed = showsOfList(readFileSync(list, 'utf8')).map(({ address }) => address);
      return ended;
    },
  };
}

const LISTED = 'https://listed.example/rss';
const fails =
  (status: number, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end('<html>no</html>');

describe('charts', () => {
  it('shows what the list lacks, and adds it once', async () => {
    const apple = await startApple({
      'us 1318': chart([entry(1), entry(2), entry(3)]),
      // A chart of one show has no list.
      'gb 1318': chart(entry(3)),
      'us 1321': chart([entry(4), entry(5), entry(6), entry(7), entry(8)]),
    });
    apple.feeds = {
      2: null,
      4: 'http://www.listed.example/rss/',
      5: 'https://patreon.com/rss/x?auth=s',
      6: 'http://192.168.0.1/feed',
      7: 'javascript:alert(1)',
      8: 'https://host.example/1',
    };
    const { run } = chartsIn(apple);
    const shown = await run('us,gb', 'technology,business');
    expect(apple.asked).toEqual([
      '/us/rss/toppodcasts/limit=200/genre=1318/json',
      '/gb/rss/toppodcasts/limit=200/genre=1318/json',
      '/us/rss/toppodcasts/limit=200/genre=1321/json',
      '/gb/rss/toppodcasts/limit=200/genre=1321/json',
      `/lookup?id=${encodeURIComponent('1,2,3,4,5,6,7,8')}&entity=podcast&country=us`,
    ]);
    expect(shown).toMatchObject({ listed: [LISTED], error: '', waitsMs: [1000, 1000, 1000, 1000] });
    expect(shown.text).toMatch(
      /^new {2}https:\/\/host\.example\/1 {2}Show 1\nnew {2}https:\/\/host\.example\/3 {2}Show 3\n4 charts: 4 shows with a public feed, 4 without\.\nNew to .*: 2; --add adds them\. Of the others, 2 have an address that is listed already, 0 a title\.\n$/,
    );
    const added = await run('us,gb', 'technology,business', true);
    expect(added.listed).toEqual([LISTED, 'https://host.example/1', 'https://host.example/3']);
    expect(added.text).toContain('Added to ');
    expect((await run('us', 'technology', true)).text).toContain('Nothing is new to ');
    expect(apple.asked).toHaveLength(5 + 1);
  });

  it('asks about a hundred shows at a time, in the country of their chart', async () => {
    const ids = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => entry(from + at));
    const apple = await startApple({
      'us 1489': chart(ids(1000, 250)),
      'de 1489': chart(ids(1199, 10)),
    });
    const { text } = await chartsIn(apple).run('us,de', 'news');
    const lookups = apple.asked.slice(2).map((url) => {
      const { searchParams } = new URL(url, 'http://apple.example');
      return [searchParams.get('country'), searchParams.get('id')?.split(',').length];
    });
    // Apple sends 200 shows at most; what is beyond is not read.
    expect(lookups).toEqual([
      ['us', 100],
      ['us', 100],
      ['de', 9],
    ]);
    expect(text).toContain('2 charts: 209 shows');
  });

  it.each([
    [429, { 'retry-after': '120' }, 'asks to wait (429). Wait 2 minutes.'],
    [503, {}, 'asks to wait (503). Wait 10 minutes.'],
  ])(
    'stops at once on status %i, adds nothing, and goes on where it stopped',
    async (status, headers, said) => {
      const apple = await startApple({
        'us 1318': chart(entry(1)),
        'us 1321': fails(status, headers),
      });
      const charts = chartsIn(apple);
      const stopped = await charts.run('us', 'technology,business,news', true);
      expect(stopped.error).toContain(said);
      expect(stopped.error).toContain('Then run the same command');
      expect(stopped.listed).toEqual([LISTED]);
      expect(apple.asked).toHaveLength(2);
      apple.charts['us 1321'] = chart(entry(2));
      const { listed } = await charts.run('us', 'technology,business,news', true);
      expect(listed).toEqual([LISTED, 'https://host.example/1', 'https://host.example/2']);
      expect(apple.asked.slice(2).map((url) => /genre=\d+|lookup/.exec(url)?.[0])).toEqual([
        'genre=1321',
        'genre=1489',
        'lookup',
      ]);
    },
  );

  it('stops after three failures in a row, as when Apple refuses with 403', async () => {
    const apple = await startApple({});
    for (const genre of Object.values(GENRES)) apple.charts[`us ${genre}`] = fails(403);
    const { error, text } = await chartsIn(apple).run('us', 'arts,business,comedy,news', true);
    expect(error).toContain(
      'The host answered with status 403. That was the third failure in a row.',
    );
    expect(text.match(/status 403/g)).toHaveLength(3);
    expect(apple.asked).toHaveLength(3);
  });

  it('passes over charts that cannot be read, and says which', async () => {
    const apple = await startApple({
      'us 1318': '<html>Sign in</html>',
      'us 1321': chart([entry(1), { id: 7 }, null, entry('x'), entry(`1${'0'.repeat(30)}`)]),
      'us 1489': (response) =>
        response.end(JSON.stringify(chart([{ pad: 'x'.repeat(6_000_000) }]))),
      'us 1533': chart([]),
      'us 1304': { errorMessage: 'no' },
      'us 1545': '[[[[',
      'us 1487': chart('words'),
    });
    const { text, listed } = await chartsIn(apple).run(
      'us',
      'technology,business,news,science,education,arts,sports,history',
      true,
    );
    expect(text).toMatch(/^us technology: The answer cannot be read\.$/m);
    expect(text).toMatch(/^us news: The answer is larger than 5000000 bytes\.$/m);
    expect(text).toMatch(/^us education: The answer cannot be read\.$/m);
    expect(text).toMatch(/^us sports: The answer cannot be read\.$/m);
    expect(listed).toEqual([LISTED, 'https://host.example/1']);
  });

  it('passes over look-ups that cannot be read', async () => {
    const apple = await startApple({ 'us 1318': chart([entry(1)]), 'de 1318': chart([entry(2)]) });
    const charts = chartsIn(apple);
    for (const lookup of ['<html>', { results: 'x' }, { results: [{ feedUrl: 5 }] }]) {
      apple.lookup = lookup;
      const { text, listed, error } = await charts.run('us', 'technology', true);
      expect(text).toBe('1 shows of us: The answer cannot be read.\n');
      expect([listed, error]).toEqual([[LISTED], 'No show was found.']);
    }
    apple.lookup = { results: [show(1), show(9), show(8)] };
    expect((await charts.run('us', 'technology', true)).listed).toEqual([
      LISTED,
      'https://host.example/1',
    ]);
  });

  it('forgets answers after a day, and what a crash cut', async () => {
    const apple = await startApple({ 'us 1318': chart([entry(1)]) });
    const charts = chartsIn(apple);
    await charts.run('us', 'technology');
    const kept = readFileSync(charts.memory, 'utf8');
    // The texts of charts are not stored.
    expect(kept.length).toBeLessThan(500);
    writeFileSync(charts.memory, `{"url": 1}\n${kept.slice(0, -20)}`);
    await charts.run('us', 'technology');
    expect(apple.asked.filter((url) => url.startsWith('/lookup'))).toHaveLength(2);
    charts.later(25 * 3_600_000);
    await charts.run('us', 'technology');
    expect(apple.asked).toHaveLength(2 + 1 + 2);
  });
});

describe('names of charts', () => {
  it('reads countries and genres, or numbers of Apple', () => {
    expect(chartsOf('US, gb,us,', 'News,1493')).toEqual([
      { country: 'us', genre: '1489', name: 'news' },
      { country: 'gb', genre: '1489', name: 'news' },
      { country: 'us', genre: '1493', name: '1493' },
      { country: 'gb', genre: '1493', name: '1493' },
    ]);
  });

  it.each([
    ['usa', 'news', '"usa" is no country'],
    ['us', 'gossip', '"gossip" is no genre: all, arts'],
    ['us', 'constructor', '"constructor" is no genre'],
    ['us/../x', 'news', 'is no country'],
    ['', 'news', 'Name from 1 to 100 charts'],
    ['aa,bb,cc,dd,ee,ff', Object.keys(GENRES).join(','), 'Name from 1 to 100 charts'],
  ])('refuses %s with %s', (countries, genres, said) => {
    expect(() => chartsOf(countries, genres)).toThrow(said);
  });
});
