import { describe, expect, test } from 'vitest';
import { newToken, tokenHash } from '../channels/channel-secrets.ts';
import type { FeedReading, PrivateFeed } from '../channels/firestore-feeds.ts';
import type { SendableDocument } from '../platform/http/sent-document.ts';
import { createRateLimiter } from '../search/limits/rate-limiter.ts';
import { createPrivateFeeds } from './answer-feed.ts';
import { createFeedCache } from './feed-cache.ts';

const token = newToken();
const hash = tokenHash(token) ?? '';

function open(stored: Map<string, PrivateFeed | 'gone'>) {
  const world = { nowMs: 0, reads: 0, renders: 0, size: 1000 };
  const read = (asked: string, known: { changedAtMs: number } | null): Promise<FeedReading> => {
    world.reads += 1;
    const feed = stored.get(asked);
    if (feed === undefined) return Promise.resolve({ kind: 'unknown' });
    if (feed === 'gone') return Promise.resolve({ kind: 'gone' });
    if (known?.changedAtMs === feed.changedAtMs) return Promise.resolve({ kind: 'unchanged' });
    return Promise.resolve({ kind: 'feed', feed });
  };
  const render = (feed: PrivateFeed, format: string): Promise<SendableDocument> => {
    world.renders += 1;
    const plain = Buffer.alloc(world.size, `${feed.title} ${format}`);
    const tag = `${feed.changedAtMs}${format}`;
    return Promise.resolve({ status: 200, headers: {}, tag, plain, compressed: Buffer.alloc(0) });
  };
  const find = createFeedCache({ read, render, now: () => world.nowMs });
  const feedAt = createPrivateFeeds({
    ...{ find, limiter: createRateLimiter({ windowMs: 60_000 }), now: () => world.nowMs },
  });
  return { world, feedAt };
}

const feed = (changedAtMs = 1): PrivateFeed => ({
  ...{ channelId: 'c', title: 'Work', items: [], changedAtMs },
});

const pathOf = (of = token, extension = 'xml') => `/feeds/${of}.${extension}`;

describe('a feed', () => {
  test('is read once in twenty seconds, and rendered once until it changes', async () => {
    const stored = new Map<string, PrivateFeed | 'gone'>([[hash, feed()]]);
    const { world, feedAt } = open(stored);
    for (let turn = 0; turn < 10; turn += 1) await feedAt(pathOf(), 'a');
    expect(world).toMatchObject({ reads: 1, renders: 1 });
    world.nowMs = 20_000;
    await Promise.all(Array.from({ length: 10 }, () => feedAt(pathOf(), 'a')));
    expect(world).toMatchObject({ reads: 2, renders: 1 });
    stored.set(hash, feed(2));
    world.nowMs = 40_000;
    expect((await feedAt(pathOf(), 'a')).tag).toBe('2rss');
    expect(world).toMatchObject({ reads: 3, renders: 2 });
    expect((await feedAt(pathOf(token, 'json'), 'a')).tag).toBe('2json');
  });

  test('that is replaced is gone, and one that is deleted is unknown, within half a minute', async () => {
    const stored = new Map<string, PrivateFeed | 'gone'>([[hash, feed()]]);
    const { world, feedAt } = open(stored);
    const status = async () => (await feedAt(pathOf(), 'a')).status;
    expect(await status()).toBe(200);
    stored.set(hash, 'gone');
    world.nowMs = 29_999;
    expect(await status()).toBe(410);
    stored.delete(hash);
    world.nowMs = 60_000;
    expect(await status()).toBe(404);
  });

  test('is found again by a clock that was set back', async () => {
    const { world, feedAt } = open(new Map([[hash, feed()]]));
    world.nowMs = 1e12;
    await feedAt(pathOf(), 'a');
    world.nowMs = 0;
    await feedAt(pathOf(), 'a');
    expect(world.reads).toBe(2);
  });
});

describe('a token that is none', () => {
  test.each([
    '',
    'x',
    'a'.repeat(42),
    'a'.repeat(44),
    `${'a'.repeat(42)}!`,
    '../../etc/passwd',
    '%00',
  ])('%j costs no read', async (guess) => {
    const { world, feedAt } = open(new Map());
    expect((await feedAt(pathOf(guess), 'a')).status).toBe(404);
    expect((await feedAt(`/feeds/${token}`, 'a')).status).toBe(404);
    expect((await feedAt(`/${token}.xml`, 'a')).status).toBe(404);
    expect(world.reads).toBe(0);
  });

  test('is read once, and thirty of them a minute are read for a client', async () => {
    const { world, feedAt } = open(new Map());
    const guess = newToken();
    for (let turn = 0; turn < 5; turn += 1) await feedAt(pathOf(guess), 'eve');
    expect(world.reads).toBe(1);
    const statuses: unknown[] = [];
    for (let turn = 0; turn < 1000; turn += 1) {
      statuses.push(
        await feedAt(pathOf(newToken()), 'eve').then(
          (found) => found.status,
          (error: unknown) => (error as { code: string }).code,
        ),
      );
    }
    expect(world.reads).toBe(30);
    expect(statuses.filter((status) => status === 'rate-limited')).toHaveLength(971);
    expect((await feedAt(pathOf(guess), 'eve')).status).toBe(404);
    expect((await feedAt(pathOf(newToken()), 'ada')).status).toBe(404);
  });

  test('does not count for who asks for many feeds that are there', async () => {
    const tokens = Array.from({ length: 100 }, newToken);
    const { feedAt } = open(new Map(tokens.map((each) => [tokenHash(each) ?? '', feed()])));
    for (const each of tokens) expect((await feedAt(pathOf(each), 'feedly')).status).toBe(200);
  });
});

test('an instance keeps 100 MB of feeds, those that were asked for last', async () => {
  const tokens = Array.from({ length: 30 }, newToken);
  const { world, feedAt } = open(new Map(tokens.map((each) => [tokenHash(each) ?? '', feed()])));
  world.size = 5_000_000;
  for (const each of tokens) await feedAt(pathOf(each), 'a');
  expect(world.renders).toBe(30);
  for (const each of tokens.slice(-20)) await feedAt(pathOf(each), 'a');
  expect(world.renders).toBe(30);
  await feedAt(pathOf(tokens[0]), 'a');
  expect(world.renders).toBe(31);
});
