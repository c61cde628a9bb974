import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, GONE_ADDRESS_KEPT_DAYS, type AlertItem } from '../../contract/index.ts';
import { storedFirestore, type StoredFirestore } from '../../platform/testing/stored-firestore.ts';
import { createChannel, deleteChannel, replaceSecret } from './firestore-channels.ts';
import { readFeed, readFeedVersion, storeFeedItems } from './firestore-feeds.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const FEED = { kind: 'feed', name: 'My feed', host: '', alerts: 'all', tokenHash: 'h1' } as const;

let world: StoredFirestore;
let id: string;

beforeEach(async () => {
  world = storedFirestore(() => NOW);
  id = (await createChannel('ada', FEED, NOW)) ?? '';
});

function item(name: string): AlertItem {
  return {
    id: name,
    title: name,
    content_text: '',
    content_html: '',
    date_published: new Date(NOW - DAY_MS).toISOString(),
    authors: [],
    tags: [],
    _earshot: { alerts: [], reasons: [], said: [] },
  };
}

const store = (...names: string[]) => storeFeedItems({ id, uid: 'ada' }, names.map(item), NOW);
const itemsOf = async () => (await readFeed('h1', id))?.items.map((each) => each.id);
const changedAt = () => (world.stored()[`feedItems/${id}`] as { changedAt: number }).changedAt;

test('puts new items on top, and gives each version a later second', async () => {
  expect(await store('one')).toBe(true);
  expect(changedAt()).toBe(NOW + 1000);
  expect(await store('two')).toBe(true);
  expect(await itemsOf()).toEqual(['two', 'one']);
  expect(changedAt()).toBe(NOW + 2000);
  expect(await readFeed('h1', id)).toMatchObject({ title: 'My feed', changedAtMs: NOW + 2000 });
  expect(world.stored()).toMatchObject({ [`feedItems/${id}`]: { uid: 'ada', tokenHash: 'h1' } });
});

test('makes no new version of the same items', async () => {
  await store('one');
  expect(await store('one')).toBe(true);
  expect(await store()).toBe(true);
  expect(changedAt()).toBe(NOW + 1000);
});

test('dates items by the match, unless they are restored', async () => {
  await store('one');
  await storeFeedItems({ id, uid: 'ada' }, [item('two')], NOW, null);
  expect((await readFeed('h1', id))?.items.map((each) => Date.parse(each.date_published))).toEqual([
    NOW - DAY_MS,
    NOW,
  ]);
});

test('stores nothing for a deleted channel or another person', async () => {
  expect(await storeFeedItems({ id, uid: 'bob' }, [item('one')], NOW)).toBe(false);
  expect(await itemsOf()).toEqual([]);
  await deleteChannel('ada', id, NOW);
  expect(await store('one')).toBe(false);
  expect(world.stored()).not.toHaveProperty([`feedItems/${id}`]);
});

test('starts anew if the feed is damaged, and skips items of later versions', async () => {
  world.set(`feedItems/${id}`, { items: 5 });
  await store('one');
  expect(world.stored()).toMatchObject({ [`feedItems/${id}`]: { items: [{ id: 'one' }] } });
  world.update(`feedItems/${id}`, { items: [{ id: 'odd' }, item('two')], tokenHash: 'h1' });
  expect(await itemsOf()).toEqual(['two']);
  expect(await readFeed('h1', id)).toMatchObject({ title: 'Podcast alerts' });
  world.update(`feedItems/${id}`, { items: 5 });
  expect(await readFeed('h1', id)).toBeNull();
});

test('finds a feed by its token, and by the version that is known', async () => {
  const version = { channelId: id, changedAtMs: NOW };
  expect(await readFeedVersion('h1', null, NOW)).toEqual(version);
  expect(await readFeedVersion('other', null, NOW)).toBe('unknown');
  expect(await readFeedVersion('other', version, NOW)).toBe('unknown');
  expect(await readFeed('other', id)).toBeNull();
  expect(await readFeed('h1', 'none')).toBeNull();
  world.remove('feedTokens/h1');
  expect(await readFeedVersion('h1', { ...version, changedAtMs: 0 }, NOW)).toEqual(version);
  expect(await readFeedVersion('h1', null, NOW)).toBe('unknown');
});

test('knows no feed whose token is there and whose items are not', async () => {
  world.remove(`feedItems/${id}`);
  expect(await readFeedVersion('h1', null, NOW)).toBe('unknown');
  world.set(`feedItems/${id}`, { tokenHash: 'h1' });
  expect(await readFeedVersion('h1', null, NOW)).toEqual({ channelId: id, changedAtMs: 0 });
});

test.each([
  ['replaced', () => replaceSecret('ada', id, { secret: '', tokenHash: 'h2' }, NOW)],
  ['deleted', () => deleteChannel('ada', id, NOW)],
])('the address of a %s feed is gone for a while, and then unknown', async (_, end) => {
  await end();
  const untilMs = NOW + GONE_ADDRESS_KEPT_DAYS * DAY_MS;
  expect(await readFeedVersion('h1', { channelId: id, changedAtMs: NOW }, NOW)).toBe('gone');
  expect(await readFeedVersion('h1', null, untilMs - 1)).toBe('gone');
  expect(await readFeedVersion('h1', null, untilMs)).toBe('unknown');
  world.update('feedTokens/h1', { expireAt: 'never' });
  expect(await readFeedVersion('h1', null, NOW)).toBe('unknown');
});
