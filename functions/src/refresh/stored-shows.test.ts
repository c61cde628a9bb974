import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, expect, test, vi } from 'vitest';
import { followShow, noteNamed, unfollowShow } from '../accounts/firestore-shows.ts';
import { DAY_MS, MINUTE_MS } from '../contract/index.ts';
import { showIdOf } from '../feeds/show-id.ts';
import { storedFirestore, type StoredFirestore } from '../platform/testing/stored-firestore.ts';
import { firestoreFollowedShows } from './followed-shows.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const URL_OF_SHOW = 'https://show.example/feed';
const SHOW = { feedUrl: URL_OF_SHOW, title: 'The Show' };
const ID = showIdOf(URL_OF_SHOW);
const OTHER = { feedUrl: 'https://other.example/feed', title: 'Other' };
const FAILURE = { failure: 'It fails.', failingSince: NOW };

let now = NOW;
let world: StoredFirestore;

beforeEach(() => {
  now = NOW;
  world = storedFirestore(() => now);
});

const documentsOfShow = () => ({
  common: world.stored()[`shows/${ID}`],
  ada: world.stored()[`users/ada/shows/${ID}`],
  bob: world.stored()[`users/bob/shows/${ID}`],
});

test('reads what changed, oldest first, with the followers of each show', async () => {
  await followShow('ada', SHOW, now);
  await followShow('bob', SHOW, now);
  now += 10 * MINUTE_MS;
  await noteNamed(SHOW);
  await followShow('ada', OTHER, now);
  const show = { url: URL_OF_SHOW, host: 'show.example', title: 'The Show', changedAtMs: now };
  expect(await firestoreFollowedShows.changedSince(null)).toEqual([
    { ...show, followers: 2, isNamed: true, sharers: [expect.any(String), expect.any(String)] },
    expect.objectContaining({ title: 'Other', followers: 1, isNamed: false }),
  ]);
  now += MINUTE_MS;
  await unfollowShow('ada', ID);
  const titlesSince = async (sinceMs: number) =>
    (await firestoreFollowedShows.changedSince(sinceMs)).map(({ title }) => title);
  // Reads overlap by a minute.
  expect(await titlesSince(now)).toEqual(['Other', 'The Show']);
  expect(await titlesSince(now + 1)).toEqual(['The Show']);
  expect(await titlesSince(now + MINUTE_MS + 1)).toEqual([]);
});

test('skips damaged shows, and reads more shows than one page has', async () => {
  const changedAt = Timestamp.fromMillis(NOW);
  for (let at = 0; at < 1000; at += 1) {
    const sharers = at === 0 ? 'odd' : [];
    const feedUrl = `https://${at}.example/`;
    world.set(`shows/${at}`, { feedUrl, title: '', followers: -1, changedAt, sharers });
  }
  world.set('shows/odd', { feedUrl: 'no address', changedAt });
  world.set('shows/no address', { feedUrl: 5, changedAt });
  const changed = await firestoreFollowedShows.changedSince(null);
  expect(new Set(changed.map(({ url }) => url)).size).toBe(1000);
  expect(changed.find(({ url }) => url === 'https://0.example/')).toMatchObject({
    followers: 0,
    sharers: [],
  });
});

test('reads what alerts wait for, of shards that ran within a day', async () => {
  const awaited = [{ person: 'ada', title: 'the show' }];
  const startedAt = (ms: number) => Timestamp.fromMillis(NOW - ms);
  world.set('system/alerts-1-0', { startedAt: startedAt(DAY_MS), awaited });
  world.set('system/alerts-1-1', { startedAt: startedAt(0), awaited: ['of 1.1'] });
  world.set('system/alerts-0-0', {
    startedAt: startedAt(DAY_MS + 1),
    awaited: [{ person: 'ada', title: 'old' }],
  });
  world.set('system/alerts-1-2', { startedAt: startedAt(0), awaited: 5 });
  expect(await firestoreFollowedShows.awaited()).toEqual([
    ...awaited,
    { person: '', title: 'of 1.1' },
  ]);
});

test('tells all followers why a feed cannot be read, and only them', async () => {
  await followShow('ada', SHOW, now);
  await followShow('bob', SHOW, now);
  await followShow('ada', OTHER, now);
  const before = world.stored();
  await firestoreFollowedShows.setFailure(URL_OF_SHOW, 'It fails.');
  for (const document of Object.values(documentsOfShow())) expect(document).toMatchObject(FAILURE);
  expect(await firestoreFollowedShows.failures()).toEqual(new Map([[URL_OF_SHOW, 'It fails.']]));
  now += 1000;
  await firestoreFollowedShows.setFailure(URL_OF_SHOW, 'It fails.');
  expect(documentsOfShow().ada).toMatchObject(FAILURE);
  await firestoreFollowedShows.setFailure(URL_OF_SHOW, 'Otherwise.');
  expect(documentsOfShow().bob).toMatchObject({ failure: 'Otherwise.', failingSince: now });
  await firestoreFollowedShows.setFailure(URL_OF_SHOW, null);
  expect(world.stored()).toEqual(before);
  expect(await firestoreFollowedShows.failures()).toEqual(new Map());
});

test('tells all followers whether everybody can find a show', async () => {
  await followShow('ada', SHOW, now);
  const before = world.stored();
  await firestoreFollowedShows.setPublic(URL_OF_SHOW, false);
  expect(world.stored()).toEqual(before);
  await firestoreFollowedShows.setPublic(URL_OF_SHOW, true);
  expect(documentsOfShow()).toMatchObject({ common: { isPublic: true }, ada: { isPublic: true } });
  await followShow('bob', SHOW, now);
  world.update(`users/bob/shows/${ID}`, { isPublic: false });
  await firestoreFollowedShows.setPublic(URL_OF_SHOW, true);
  expect(documentsOfShow().bob).toMatchObject({ isPublic: true });
  world.update(`users/bob/shows/${ID}`, { isPublic: false });
  await firestoreFollowedShows.setPublic(URL_OF_SHOW, false);
  expect(documentsOfShow().ada).not.toHaveProperty('isPublic');
  expect(documentsOfShow().common).not.toHaveProperty('isPublic');
  expect(documentsOfShow().bob).toMatchObject({ isPublic: false });
});

test('tells somebody who follows the show meanwhile', async () => {
  await followShow('ada', SHOW, now);
  const { bulkWriter } = world.firestore;
  let writers = 0;
  vi.spyOn(world.firestore, 'bulkWriter').mockImplementation((...given) => {
    // After the followers were read and before the show is told.
    if ((writers += 1) === 2) {
      world.set(`users/bob/shows/${ID}`, SHOW);
    }
    return bulkWriter.apply(world.firestore, given);
  });
  await firestoreFollowedShows.setFailure(URL_OF_SHOW, 'It fails.');
  expect(documentsOfShow().bob).toMatchObject(FAILURE);
});

test('brings back no show that is unfollowed meanwhile, and passes on other errors', async () => {
  await followShow('ada', SHOW, now);
  const { bulkWriter } = world.firestore;
  vi.spyOn(world.firestore, 'bulkWriter').mockImplementation((...given) => {
    world.remove(`users/ada/shows/${ID}`);
    return bulkWriter.apply(world.firestore, given);
  });
  await firestoreFollowedShows.setFailure(URL_OF_SHOW, 'It fails.');
  expect(documentsOfShow().ada).toBeUndefined();
  expect(documentsOfShow().common).toMatchObject(FAILURE);
  const update = () => Promise.reject(Object.assign(new Error('away'), { code: 14 }));
  vi.spyOn(world.firestore, 'bulkWriter').mockReturnValue({
    update,
    close: () => Promise.resolve(),
  } as never);
  await expect(firestoreFollowedShows.setFailure(URL_OF_SHOW, null)).rejects.toThrow('away');
});

test('tells the followers of more pages than one', async () => {
  await followShow('ada', SHOW, now);
  for (let at = 0; at < 1000; at += 1) world.set(`users/${at}/shows/${ID}`, SHOW);
  await firestoreFollowedShows.setFailure(URL_OF_SHOW, 'It fails.');
  const told = Object.values(world.stored()).filter((each) => 'failure' in (each as object));
  expect(told).toHaveLength(1002);
});
