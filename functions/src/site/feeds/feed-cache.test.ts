import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { newToken, tokenHash } from '../../delivery/channels/channel-secrets.ts';
import type { FeedVersion } from '../../delivery/channels/firestore-feeds.ts';
import { createRateLimiter } from '../../search/limits/rate-limiter.ts';
import { createPrivateFeeds } from './answer-feed.ts';
import { createFeedCache } from './feed-cache.ts';

const token = newToken();
const hash = tokenHash(token) ?? '';

function open(stored: Map<string, FeedVersion | 'gone'>) {
  const world = { nowMs: 0, reads: 0, renders: 0, size: 1000 };
  const cache = createFeedCache({
    readVersion: (asked) => {
      world.reads += 1;
      return Promise.resolve(stored.get(asked) ?? 'unknown');
    },
    render: (_hash, _channelId, format) => {
      world.renders += 1;
      return Promise.resolve(Buffer.concat([Buffer.from(format), randomBytes(world.size)]));
    },
    now: () => world.nowMs,
  });
  const limiter = createRateLimiter({ windowMs: 60_000 });
  const answer = createPrivateFeeds({ cache, limiter, now: () => world.nowMs });
  const get = (path: string, client = 'ada', headers: Record<string, string> = {}) =>
    answer({ path, method: 'GET', headers }, { address: client, relay: null });
  return { world, get, answer };
}

const feed = (changedAtMs = 1): FeedVersion => ({ channelId: 'c', changedAtMs });

const pathOf = (of = token, extension = 'xml') => `/feeds/${of}.${extension}`;

describe('a valid token', () => {
  test('reads a feed once in twenty seconds and renders it once until it changes', async () => {
    const stored = new Map<string, FeedVersion | 'gone'>([[hash, feed()]]);
    const { world, get } = open(stored);
    for (let turn = 0; turn < 10; turn += 1) await get(pathOf());
    expect(world).toMatchObject({ reads: 1, renders: 1 });
    world.nowMs = 20_000;
    await Promise.all(Array.from({ length: 10 }, () => get(pathOf())));
    expect(world).toMatchObject({ reads: 2, renders: 1 });
    stored.set(hash, feed(2));
    world.nowMs = 40_000;
    await get(pathOf());
    expect(world).toMatchObject({ reads: 3, renders: 2 });
    await get(pathOf(token, 'json'));
    expect(world).toMatchObject({ reads: 3, renders: 3 });
  });

  test('answers 410 for a replaced feed and 404 for a deleted one within half a minute', async () => {
    const stored = new Map<string, FeedVersion | 'gone'>([[hash, feed()]]);
    const { world, get } = open(stored);
    const status = async () => (await get(pathOf())).status;
    expect(await status()).toBe(200);
    stored.set(hash, 'gone');
    world.nowMs = 29_999;
    expect(await status()).toBe(410);
    stored.delete(hash);
    world.nowMs = 60_000;
    expect(await status()).toBe(404);
  });

  test('reads a feed again after the clock was set back', async () => {
    const { world, get } = open(new Map([[hash, feed()]]));
    world.nowMs = 1e12;
    await get(pathOf());
    world.nowMs = 0;
    await get(pathOf());
    expect(world.reads).toBe(2);
  });
});

describe('a client with the current version', () => {
  test('answers 304 by tag or date without rendering', async () => {
    const { world, get } = open(new Map([[hash, feed(1_790_000_000_500)]]));
    const { headers, status, body } = await get(pathOf(), 'ada', { 'accept-encoding': 'gzip' });
    expect([status, gunzipSync(body!).subarray(0, 3).toString()]).toEqual([200, 'rss']);
    const { ETag: tag = '', 'Last-Modified': date = '' } = headers;
    expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
    const statusFor = async (sent: Record<string, string>, extension = 'xml') =>
      (await get(pathOf(token, extension), 'ada', sent)).status;
    expect(await statusFor({ 'if-none-match': tag })).toBe(304);
    expect(await statusFor({ 'if-none-match': `"x", ${tag.slice(2)}` })).toBe(304);
    const inner = /"(.*)"/.exec(tag)?.[1] ?? '';
    for (const also of [`"${inner}-gzip"`, `W/"${inner}-gzip"`, `"${inner};gzip"`, '*']) {
      expect(await statusFor({ 'if-none-match': also })).toBe(304);
    }
    expect(await statusFor({ 'if-modified-since': date })).toBe(304);
    expect(world.renders).toBe(1);
    // The tag takes precedence over the date; each format has its own tag.
    expect(await statusFor({ 'if-none-match': '"x"', 'if-modified-since': date })).toBe(200);
    expect(await statusFor({ 'if-none-match': tag }, 'json')).toBe(200);
    const earlier = new Date(Date.parse(date) - 1000).toUTCString();
    expect(await statusFor({ 'if-modified-since': earlier })).toBe(200);
    expect(await statusFor({ 'if-modified-since': 'yesterday' })).toBe(200);
  });

  test('answers 304 on an instance that has never read the items', async () => {
    const first = open(new Map([[hash, feed()]]));
    const { headers } = await first.get(pathOf());
    const { world, get } = open(new Map([[hash, feed()]]));
    const known = { 'if-none-match': headers['ETag'] ?? '' };
    expect(await get(pathOf(), 'ada', known)).toMatchObject({ status: 304, body: null });
    expect(world).toMatchObject({ reads: 1, renders: 0 });
  });
});

describe('an invalid token', () => {
  test.each([
    '',
    'x',
    'a'.repeat(42),
    'a'.repeat(44),
    `${'a'.repeat(42)}!`,
    '../../etc/passwd',
    '%00',
  ])('answers 404 to the token %j without a read', async (guess) => {
    const { world, get } = open(new Map());
    expect((await get(pathOf(guess))).status).toBe(404);
    expect((await get(`/feeds/${token}`)).status).toBe(404);
    expect((await get(`/${token}.xml`)).status).toBe(404);
    expect(world.reads).toBe(0);
  });

  test('reads an unknown token once, and at most thirty per client and minute', async () => {
    const { world, get } = open(new Map());
    const guess = newToken();
    for (let turn = 0; turn < 5; turn += 1) await get(pathOf(guess), 'eve');
    expect(world.reads).toBe(1);
    const statuses: unknown[] = [];
    for (let turn = 0; turn < 1000; turn += 1) {
      statuses.push(
        await get(pathOf(newToken()), 'eve').then(
          (found) => found.status,
          (error: unknown) => (error as { code: string }).code,
        ),
      );
    }
    expect(world.reads).toBe(30);
    expect(statuses.filter((status) => status === 'rate-limited')).toHaveLength(971);
    expect((await get(pathOf(guess), 'eve')).status).toBe(404);
    expect((await get(pathOf(newToken()), 'ada')).status).toBe(404);
  });

  test('reads at most three hundred unknown tokens a minute for one relay', async () => {
    const { world, answer } = open(new Map());
    const guess = (turn: number) =>
      answer(
        { path: pathOf(newToken()), method: 'GET', headers: {} },
        { address: `${turn} by eve`, relay: { address: 'eve', clients: 10 } },
      ).catch(() => null);
    for (let turn = 0; turn < 1000; turn += 1) await guess(turn);
    expect(world.reads).toBe(300);
  });

  test('does not count requests for existing feeds', async () => {
    const tokens = Array.from({ length: 100 }, newToken);
    const { get } = open(new Map(tokens.map((each) => [tokenHash(each) ?? '', feed()])));
    for (const each of tokens) expect((await get(pathOf(each), 'feedly')).status).toBe(200);
  });
});

test('keeps the 50 MB of documents that were requested last', async () => {
  const tokens = Array.from({ length: 10 }, newToken);
  const { world, get } = open(new Map(tokens.map((each) => [tokenHash(each) ?? '', feed()])));
  world.size = 5_000_000;
  const ask = (each = '') => get(pathOf(each), 'ada', { 'accept-encoding': 'gzip' });
  const [first, second] = tokens;
  for (const each of tokens.slice(0, 9)) await ask(each);
  await ask(first);
  await ask(tokens[9]);
  expect(world.renders).toBe(10);
  await ask(first);
  expect(world.renders).toBe(10);
  await ask(second);
  expect(world.renders).toBe(11);
});
