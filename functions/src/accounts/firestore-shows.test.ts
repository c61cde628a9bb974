import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, MAX_SHOWS, MAX_SHOWS_A_DAY, SHOW_KEPT_DAYS } from '../contract/index.ts';
import { showIdOf } from '../feeds/show-id.ts';
import { storedFirestore, type StoredFirestore } from '../platform/testing/stored-firestore.ts';
import {
  followedShows,
  followShow,
  noteNamed,
  ownShows,
  unfollowAll,
  unfollowShow,
} from './firestore-shows.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const SHOW = { feedUrl: 'https://show.example/feed', title: 'The Show' };
const ID = showIdOf(SHOW.feedUrl);
const COMMON = `shows/${ID}`;

let now = NOW;
let world: StoredFirestore;

beforeEach(() => {
  now = NOW;
  world = storedFirestore(() => now);
});

const follow = (uid: string, show: Parameters<typeof followShow>[1] = SHOW) =>
  followShow(uid, show, now);
const numbered = (at: number) => ({ feedUrl: `https://${at}.example/feed`, title: `Show ${at}` });
const common = () => world.stored()[COMMON] as Record<string, unknown>;

test('stores a followed show for the person and for all followers', async () => {
  expect(await follow('ada', { ...SHOW, publisher: 'Somebody', isPublic: true })).toBe('followed');
  expect(world.stored()).toEqual({
    [COMMON]: {
      ...SHOW,
      isPublic: true,
      followers: 1,
      sharers: [expect.stringMatching(/^[0-9a-f]{16}$/)],
      changedAt: NOW,
    },
    'users/ada': { followedShows: [ID], showsAddedAtMs: [NOW], showsChangedAt: NOW },
    [`users/ada/shows/${ID}`]: {
      ...SHOW,
      publisher: 'Somebody',
      isPublic: true,
      followedAt: NOW,
    },
  });
  expect(await followedShows('ada')).toEqual([ID]);
});

test('counts each follower once', async () => {
  await follow('ada');
  expect(common()).not.toHaveProperty('isPublic');
  expect(await follow('ada')).toBe('following');
  expect(await follow('bob')).toBe('followed');
  expect(common()).toMatchObject({ followers: 2 });
  expect(common()['sharers']).toHaveLength(2);
  expect(await unfollowShow('ada', ID)).toBe(true);
  const unfollowed = world.stored();
  now += 1000;
  expect(await unfollowShow('ada', ID)).toBe(false);
  expect(world.stored()).toEqual(unfollowed);
  expect(common()).toMatchObject({ followers: 1 });
  expect(common()['sharers']).toHaveLength(1);
  expect(common()).not.toHaveProperty('expireAt');
});

test('repairs a person whose document or whose show is missing', async () => {
  await follow('ada');
  world.remove('users/ada');
  expect(await follow('ada')).toBe('followed');
  expect(common()).toMatchObject({ followers: 1 });
  world.remove(`users/ada/shows/${ID}`);
  expect(await follow('ada')).toBe('followed');
  expect(await followedShows('ada')).toEqual([ID]);
  world.remove(`users/ada/shows/${ID}`);
  expect(await unfollowShow('ada', ID)).toBe(false);
  expect(await followedShows('ada')).toEqual([]);
  world.remove(COMMON);
  await follow('ada');
  world.remove(COMMON);
  expect(await unfollowShow('ada', ID)).toBe(true);
  expect(world.stored()).not.toHaveProperty([COMMON]);
});

test('a show without followers expires, unless somebody follows it again', async () => {
  await follow('ada');
  now += 1000;
  await unfollowShow('ada', ID);
  expect(world.stored()).toMatchObject({
    'users/ada': { followedShows: [], showsChangedAt: now },
    [COMMON]: {
      followers: 0,
      sharers: [],
      changedAt: now,
      expireAt: now + SHOW_KEPT_DAYS * DAY_MS,
    },
  });
  await follow('bob');
  expect(common()).not.toHaveProperty('expireAt');
});

test('shows a new follower that the feed fails, and that everybody can find the show', async () => {
  await follow('ada');
  world.update(COMMON, { failure: 'It fails.', failingSince: new Date(NOW), isPublic: true });
  await follow('bob');
  expect(world.stored()[`users/bob/shows/${ID}`]).toMatchObject({
    failure: 'It fails.',
    failingSince: NOW,
    isPublic: true,
  });
  world.update(COMMON, { isPublic: false, byApple: true });
  await follow('eve');
  expect(world.stored()[`users/eve/shows/${ID}`]).toMatchObject({ isPublic: true });
  world.update(COMMON, { isPublic: false, byApple: false });
  await follow('dan');
  expect(world.stored()[`users/dan/shows/${ID}`]).not.toHaveProperty('isPublic');
});

test('follows at most so many shows a day', async () => {
  for (let at = 0; at < MAX_SHOWS_A_DAY; at += 1) {
    expect(await ownShows('ada', now)).toMatchObject({ room: MAX_SHOWS_A_DAY - at });
    expect(await follow('ada', numbered(at))).toBe('followed');
  }
  expect(await follow('ada')).toBe('daily-limit');
  expect(world.stored()).not.toHaveProperty([COMMON]);
  expect(await ownShows('ada', now)).toMatchObject({ room: 0 });
  now += DAY_MS;
  expect(await ownShows('ada', now)).toMatchObject({ room: MAX_SHOWS_A_DAY });
  expect(await follow('ada')).toBe('followed');
});

test('follows at most so many shows', async () => {
  const many = Array.from({ length: MAX_SHOWS - 1 }, (_, at) => `show ${at}`);
  world.set('users/ada', { followedShows: many });
  expect(await ownShows('ada', now)).toEqual({ followed: many, room: 1 });
  expect(await follow('ada')).toBe('followed');
  expect(await follow('ada', numbered(1))).toBe('limit');
  expect(await ownShows('ada', now)).toMatchObject({ room: 0 });
  world.set('users/ada', { followedShows: [...many, 'one', 'two'] });
  expect(await ownShows('ada', now)).toMatchObject({ room: 0 });
});

test('reads a person without shows or with damaged ones', async () => {
  expect(await ownShows('ada', now)).toMatchObject({ followed: [] });
  world.set('users/ada', { followedShows: 'all', showsAddedAtMs: 5 });
  expect(await ownShows('ada', now)).toEqual({ followed: [], room: MAX_SHOWS_A_DAY });
});

test('names few enough followers of a show for its document', async () => {
  for (let at = 0; at < 60; at += 1) await follow(`person ${at}`);
  expect(common()).toMatchObject({ followers: 60 });
  expect(common()['sharers']).toHaveLength(50);
});

test('unfollows all shows of a person, and no others', async () => {
  await follow('ada');
  await follow('ada', numbered(1));
  await follow('bob');
  expect(await unfollowAll('ada')).toBe(2);
  expect(await followedShows('ada')).toEqual([]);
  expect(common()).toMatchObject({ followers: 1 });
  expect(await unfollowAll('ada')).toBe(0);
});

test('keeps a show that a directory names without followers, for a while', async () => {
  await noteNamed({ ...SHOW, publisher: 'Somebody' });
  const expireAt = NOW + SHOW_KEPT_DAYS * DAY_MS;
  const named = { ...SHOW, byApple: true };
  expect(common()).toEqual({ ...named, followers: 0, expireAt });
  now += 1000;
  await noteNamed(SHOW);
  expect(common()).toMatchObject({ expireAt });
});

test('tells the next refresh that a directory names a followed show', async () => {
  await follow('ada');
  now += 1000;
  await noteNamed(SHOW);
  expect(common()).toMatchObject({ byApple: true, followers: 1, changedAt: now });
  expect(common()).not.toHaveProperty('expireAt');
});
