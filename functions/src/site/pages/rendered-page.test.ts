import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sentDocument } from '../sent-document.ts';
import { renderedPage } from './rendered-page.ts';

const DOCUMENT = `<p>${'Ünïcode '.repeat(100)}</p>`;
const page = await renderedPage('listed', DOCUMENT);
const get = (headers: Record<string, string> = {}, method = 'GET') =>
  sentDocument(page, { method, headers });

test('creates strong entity tags that differ by document and encoding', async () => {
  const tags = [
    get().headers['ETag'],
    get({ 'accept-encoding': 'gzip' }).headers['ETag'],
    sentDocument(await renderedPage('listed', '<p>Other</p>'), { method: 'GET', headers: {} })
      .headers['ETag'],
  ];
  for (const tag of tags) expect(tag).toMatch(/^"[\w-]{43}(-gzip)?"$/);
  expect(new Set(tags).size).toBe(3);
});

test.each(['gzip', 'br, gzip', 'gzip;q=0.5, deflate', 'deflate,gzip'])(
  'compresses the page for Accept-Encoding %j',
  (encodings) => {
    const { headers, body } = get({ 'accept-encoding': encodings });
    expect(headers).toMatchObject({ 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
    expect(gunzipSync(body!).toString()).toBe(DOCUMENT);
  },
);

test.each(['', 'br', 'identity', 'gzip;q=0', 'gzip; q=0.0, br'])(
  'sends the page uncompressed for Accept-Encoding %j',
  (encodings) => {
    const { headers, body } = get({ 'accept-encoding': encodings });
    expect(headers).not.toHaveProperty('Content-Encoding');
    expect(body?.toString()).toBe(DOCUMENT);
  },
);

test('answers 304 to a client with the same tag', () => {
  const tag = get().headers['ETag'] ?? '';
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    expect(get({ 'if-none-match': known })).toMatchObject({ status: 304, body: null });
  }
  for (const unknown of ['', '"other"', tag.slice(1, -1)]) {
    expect(get({ 'if-none-match': unknown }).status).toBe(200);
  }
  expect(get({ 'if-none-match': tag, 'accept-encoding': 'gzip' }).status).toBe(200);
});

test('never answers 304 for a missing or refused page', async () => {
  for (const [kind, status] of [
    ['missing', 404],
    ['refused', 429],
  ] as const) {
    const other = await renderedPage(kind, DOCUMENT);
    const headers = { 'if-none-match': '*' };
    expect(sentDocument(other, { method: 'GET', headers }).status).toBe(status);
  }
});

test('sends a HEAD request the same headers and no body', () => {
  expect(get({}, 'HEAD')).toEqual({ ...get(), body: null });
});
