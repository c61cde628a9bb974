import { request } from 'node:http';
import { parseFeed } from 'feedsmith';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishAnswerSchema } from './published-episode.ts';
import { byteRange, type SampleHost, startSampleHost } from './sample-host.ts';

test.each([
  ['bytes=0-', { first: 0, last: 99 }],
  ['bytes=10-19', { first: 10, last: 19 }],
  ['bytes=10-500', { first: 10, last: 99 }],
  ['bytes=-5', { first: 95, last: 99 }],
  ['bytes=-500', { first: 0, last: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [undefined, null],
  ['bytes=-', null],
  ['bytes=20-10', null],
  ['bytes=0-1,5-6', null],
  ['items=0-1', null],
])('parses the range %s of a hundred bytes as %j', (header, expected) => {
  expect(byteRange(header, 100)).toEqual(expected);
});

const now = new Date('2026-11-21T09:00:00.500Z');
const episode = '/episodes/tensor-weather/what-a-good-ai-roadmap-leaves-out';

let host: SampleHost;
beforeAll(async () => {
  host = await startSampleHost({ port: 0, now });
});
afterAll(() => host.close());

function get(path: string, headers: Record<string, string> = {}) {
  return fetch(host.url + path, { headers });
}

function parseRss(xml: string) {
  const parsed = parseFeed(xml);
  if (parsed.format !== 'rss') throw new Error(`Not RSS but ${parsed.format}`);
  return parsed.feed;
}

/** Requests an unnormalized path, which fetch would normalize. */
function statusOf(rawPath: string): Promise<number | undefined> {
  const { hostname, port } = new URL(host.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: rawPath }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('the sample host', () => {
  test.each([
    ['/feeds.opml', 'text/x-opml; charset=utf-8'],
    ['/feeds/tensor-weather.xml', 'application/rss+xml; charset=utf-8'],
    ['/feeds/notebook-47.xml', 'application/atom+xml; charset=utf-8'],
    ['/covers/tensor-weather.svg', 'image/svg+xml'],
    ['/transcripts/tensor-weather-15.vtt', 'text/vtt; charset=utf-8'],
    ['/transcripts/cafe-kilobyte-13.srt', 'application/x-subrip; charset=utf-8'],
    ['/audio/anything-at-all.mp3', 'audio/mpeg'],
    [episode, 'text/html; charset=utf-8'],
  ])('serves %s as %s to every origin', async (path, contentType) => {
    const response = await get(path);
    const body = await response.arrayBuffer();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(contentType);
    expect(response.headers.get('content-length')).toBe(String(body.byteLength));
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  test('serves feeds with its own URLs and with dates relative to its start', async () => {
    const feed = await (await get('/feeds/tensor-weather.xml')).text();
    expect(feed).toContain(`<link>${host.url}${episode}</link>`);
    expect(feed).toContain('<pubDate>Sat, 21 Nov 2026 08:13:00 GMT</pubDate>');
  });

  test('serves a page for each episode, marked as a sample and as noindex', async () => {
    const response = await get(episode);
    const page = await response.text();
    expect(page).toContain('<h1>What a good AI roadmap leaves out</h1>');
    expect(page).toContain('<p class="show">Tensor Weather</p>');
    expect(page).toContain(`${host.url}/covers/tensor-weather.svg`);
    expect(page).toContain('November 21, 2026');
    expect(page).toContain('<li>A small ritual for retiring an experiment nobody uses</li>');
    expect(page).toContain('Sample content');
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
  });

  test('renders plain-text notes as escaped paragraphs', async () => {
    const page = await (
      await get('/episodes/preferred-stock-and-other-animals/the-unicorn-first-sighted')
    ).text();
    expect(page).toContain('<p>In 2013 the investor Aileen Lee');
    expect(page).toContain('Preferred Stock &amp; Other Animals');
  });

  test('serves ten seconds of silence in whole MP3 frames', async () => {
    const bytes = Buffer.from(await (await get('/audio/a.mp3')).arrayBuffer());
    const frameBytes = 104;
    expect(bytes.length % frameBytes).toBe(0);
    for (let at = 0; at < bytes.length; at += frameBytes) {
      expect(bytes.readUInt32BE(at)).toBe(0xfffb10c4);
    }
    const seconds = ((bytes.length / frameBytes) * 1152) / 44_100;
    expect(seconds).toBeCloseTo(10, 1);
  });
});

describe('a range request', () => {
  const sound = '/audio/tensor-weather-what-a-good-ai-roadmap-leaves-out.mp3';

  test('returns the requested bytes with their position', async () => {
    const whole = Buffer.from(await (await get(sound)).arrayBuffer());
    const response = await get(sound, { Range: 'bytes=1508040-1508111' });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes 1508040-1508111/${whole.length}`);
    expect(response.headers.get('content-length')).toBe('72');
    const part = Buffer.from(await response.arrayBuffer());
    expect(part).toEqual(whole.subarray(1_508_040, 1_508_112));
    // There is speech at 754 s.
    expect(part.subarray(4).some((byte) => byte !== 0)).toBe(true);
  });

  test('returns 416 for a range beyond the end', async () => {
    const response = await get(sound, { Range: 'bytes=900000000-' });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/);
  });
});

describe('a conditional request', () => {
  test('returns 304 without a body for a known ETag: single, weak or in a list', async () => {
    const etag = (await get('/feeds/tensor-weather.xml')).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await get('/feeds/tensor-weather.xml', { 'If-None-Match': known });
      expect(response.status).toBe(304);
      expect(response.headers.get('etag')).toBe(etag);
      expect(await response.text()).toBe('');
    }
  });

  test('returns 304 for a known date, and the feed for an earlier or invalid date', async () => {
    const lastModified = (await get('/feeds.opml')).headers.get('last-modified') ?? '';
    expect(lastModified).toBe('Sat, 21 Nov 2026 09:00:00 GMT');
    const statusSince = async (date: string) =>
      (await get('/feeds.opml', { 'If-Modified-Since': date })).status;
    expect(await statusSince(lastModified)).toBe(304);
    expect(await statusSince('Sat, 21 Nov 2026 08:59:59 GMT')).toBe(200);
    expect(await statusSince('yesterday')).toBe(200);
  });

  test('an unknown ETag takes precedence over a known date', async () => {
    const response = await get('/feeds.opml', {
      'If-None-Match': '"other"',
      'If-Modified-Since': 'Sat, 21 Nov 2026 09:00:00 GMT',
    });
    expect(response.status).toBe(200);
  });

  test('serves the same bytes until it is restarted', async () => {
    const etagOf = async (from: string) =>
      (await fetch(`${from}/covers/tensor-weather.svg`)).headers.get('etag');
    const feed = await (await get('/feeds/cafe-kilobyte.xml')).text();
    expect(await (await get('/feeds/cafe-kilobyte.xml')).text()).toBe(feed);

    const later = await startSampleHost({ port: 0, now: new Date('2026-11-22T09:00:00Z') });
    try {
      const laterFeed = await (await fetch(`${later.url}/feeds/cafe-kilobyte.xml`)).text();
      expect(laterFeed.replaceAll(later.url, host.url)).not.toBe(feed);
      expect(await etagOf(later.url)).toBe(await etagOf(host.url));
    } finally {
      await later.close();
    }
  });
});

describe('an unknown request', () => {
  test.each([
    '/',
    '/feeds',
    '/feeds/',
    '/feeds/unknown.xml',
    '/covers/public-square-wave.svg',
    '/episodes/tensor-weather',
    '/audio/.mp3/',
    '/audio/a/b.mp3',
    '/sample-host.ts',
    '/../package.json',
    '/feeds/../sample-host.ts',
    '/feeds/..%2f..%2fpackage.json',
    '/feeds/%2e%2e/sample-host.ts',
    '/covers/..\\sample-host.ts',
    '//feeds.opml',
    '/feeds.opml%00',
  ])('returns 404 for %s', async (path) => {
    expect(await statusOf(path)).toBe(404);
  });

  test('serves a page with the status 404', async () => {
    const response = await get('/nowhere');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('Not found');
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('returns 405 for %s', async (method) => {
    const response = await fetch(`${host.url}/feeds.opml`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });

  test('responds to HEAD as to GET, without the body', async () => {
    const response = await fetch(`${host.url}/audio/a.mp3`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
    expect(await response.text()).toBe('');
  });
});

describe('publishing', () => {
  const publish = (body: string, type = 'application/json') =>
    fetch(`${host.url}/publish`, { method: 'POST', headers: { 'content-type': type }, body });

  test('publishes an episode about the keyword, dated now, with its own page', async () => {
    const before = await (await get('/feeds/nine-minute-bulletin.xml')).text();
    const answer = await publish(JSON.stringify({ keyword: ' R&D <{{base}}> ' }));
    expect(answer.status).toBe(201);
    const { title, link } = publishAnswerSchema.parse(await answer.json());
    expect(title).toBe('Everyone is asking about R&D <{{base}}>');

    const after = await (await get('/feeds/nine-minute-bulletin.xml')).text();
    const [first, ...others] = parseRss(after).items ?? [];
    expect(first).toMatchObject({ title, link });
    expect(Math.abs(Date.parse(first?.pubDate ?? '') - Date.now())).toBeLessThan(60_000);
    expect(others).toEqual(parseRss(before).items);
    const page = await fetch(link);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('R&amp;D &lt;{{base}}&gt;');

    const second = publishAnswerSchema.parse(
      await (await publish(JSON.stringify({ keyword: 'R&D' }))).json(),
    );
    expect(second.link).not.toBe(link);
    expect((await fetch(link)).status).toBe(200);
  });

  test('publishing changes the ETag of the feed', async () => {
    const known = (await get('/feeds/nine-minute-bulletin.xml')).headers.get('etag') ?? '';
    await publish(JSON.stringify({ keyword: 'news' }));
    const headers = { 'If-None-Match': known };
    expect((await get('/feeds/nine-minute-bulletin.xml', headers)).status).toBe(200);
  });

  test.each([
    ['{"keyword":""}', 'application/json'],
    ['{"keyword":"a","more":1}', 'application/json'],
    [`{"keyword":"${'a'.repeat(201)}"}`, 'application/json'],
    [`{"keyword":"a"}${' '.repeat(5000)}`, 'application/json'],
    ['{', 'application/json'],
    ['{"keyword":"a"}', 'text/plain'],
  ])('refuses the body %.30s as %s', async (body, type) => {
    expect((await publish(body, type)).status).toBe(400);
  });
});

test('rejects a taken port, and frees its own port on closing', async () => {
  const first = await startSampleHost({ port: 0, now });
  const port = Number(new URL(first.url).port);
  await expect(startSampleHost({ port, now })).rejects.toThrow('EADDRINUSE');
  await first.close();
  const second = await startSampleHost({ port, now });
  await second.close();
});
