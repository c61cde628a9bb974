import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Timestamp } from 'firebase/firestore/lite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firebaseAccountStore } from '../../functions/src/member/account/firebase-account-store.ts';
import { firestoreFollowedShows } from '../../functions/src/refresh/followed-shows.ts';
import { firestorePeople } from '../../functions/src/refresh/transcription-people.ts';
import { refreshCatalogue } from '../../functions/src/refresh/refresh-catalogue.ts';
import type { WritableCatalogue } from '../../functions/src/catalogue/catalogue.ts';
import { updateCatalogue } from '../../functions/src/catalogue/file/update-catalogue.ts';
import { DAY_MS, HOUR_MS } from '../../functions/src/contract/index.ts';
import { fetchFeed } from '../../functions/src/feeds/fetch/fetch-feed.ts';
import { readFeed } from '../../functions/src/feeds/read/read-feed.ts';
import { showIdOf } from '../../functions/src/feeds/show-id.ts';
import {
  followShow,
  noteNamed,
  ownShows,
  unfollowShow,
} from '../../functions/src/accounts/firestore-shows.ts';
import { followShows } from '../../functions/src/member/shows/follow-shows.ts';
import { lookUpShow } from '../../functions/src/member/shows/look-up-show.ts';
import type { ShowSources } from '../../functions/src/member/shows/resolve-lead.ts';
import { projectId } from '../support/stack.ts';
import { unique } from '../support/unique.ts';
import { useDocuments } from '../support/use-documents.ts';
import { knownShows, showsByName } from '../../functions/src/catalogue/answers/known-shows.ts';
import { exportFeed } from '../../functions/src/catalogue/testing/copy-feed.ts';

// Uses a separate database, because other refreshes would add these shows to the shared catalogue.
beforeAll(() => {
  process.env['GCLOUD_PROJECT'] = `${projectId()}-shows`;
});

const documents = useDocuments();
const person = (name: string) => `${name}-${unique()}`;
const state = { answers: true };
let server: Server;
let base: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'earshot-shows-'));
  server = createServer((request, response) => {
    const name = request.url ?? '';
    if (!state.answers) response.writeHead(500).end();
    else if (name === '/')
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<link rel=alternate type="application/rss+xml" href=/zebra>');
    else {
      response.end(`<rss version="2.0"><channel><title>Brought ${name.slice(1)}</title>
        <item><title>All about ${name.slice(1)}</title><link>${base}/1</link>
        <pubDate>${new Date().toUTCString()}</pubDate></item></channel></rss>`);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const fetchOpen = (url: string) =>
  fetchFeed(url, { etag: null, lastModified: null }, { allowPrivate: () => true });

function withCatalogue<T>(work: Parameters<typeof updateCatalogue<T>>[1]): Promise<T> {
  return updateCatalogue(`file:${path.join(folder, 'catalogue.db')}`, work);
}

const refresh = (now: number) =>
  withCatalogue((catalogue) =>
    refreshCatalogue({
      catalogue,
      now,
      feeds: [],
      readFile,
      readFeed,
      fetchFeed: fetchOpen,
      followed: firestoreFollowedShows,
    }),
  );

const searchFor = (word: string, followed: string[] = []) =>
  withCatalogue((catalogue) =>
    catalogue.query({ keywords: [word], limit: 9, totalLimit: 9, followed }),
  );

const sources = (catalogue: ShowSources['catalogue']): ShowSources => ({
  fetchPublic: fetchOpen,
  appleLookupUrl: `${base}/lookup`,
  catalogue,
  now: Date.now(),
  noteNamed,
});

const showsIn = (catalogue: WritableCatalogue, followed: string[]): ShowSources['catalogue'] => ({
  showsByName: (name, limit) => catalogue.read(() => showsByName(name, limit, followed)),
  knownShows: (urls) => catalogue.read(() => knownShows(urls, followed)),
});

const lookUp = (given: string, followed: string[] = []) =>
  withCatalogue((catalogue) => {
    return lookUpShow(given, sources(showsIn(catalogue, followed)), followed);
  });

const follow = (uid: string, feedUrls: string[], now = Date.now()) =>
  withCatalogue(async (catalogue) => {
    const store = {
      ownShows: () => ownShows(uid, now),
      followShow: (show: Parameters<typeof followShow>[1]) => followShow(uid, show, now),
    };
    return (await followShows(feedUrls, store, sources(showsIn(catalogue, [])))).lines;
  });

test('finds a show by its page, follows it, indexes it at the next refresh, and unfollows it', async () => {
  const [ada, grace] = [person('ada'), person('grace')];
  const answer = await lookUp(`${base}/`);
  const feedUrl = `${base}/zebra`;
  const showId = showIdOf(feedUrl);
  expect(answer).toMatchObject({
    kind: 'shows',
    shows: [{ showId, feedUrl, title: 'Brought zebra', isHeard: false, isFollowed: false }],
  });
  // Ada follows the show in two tabs at once, and again later.
  const lines = await Promise.all([
    follow(ada, [feedUrl]),
    follow(ada, [feedUrl]),
    follow(grace, [feedUrl]),
  ]);
  const outcomes = lines.map(([line]) => line?.outcome).sort();
  expect(outcomes).toEqual(['followed', 'followed', 'following']);
  expect(await follow(ada, [feedUrl])).toEqual([{ feedUrl, showId, outcome: 'following' }]);
  const common = await documents.read(`shows/${showId}`);
  expect(common).toMatchObject({ feedUrl, followers: 2 });
  const sharers = common!['sharers'] as string[];
  expect(new Set(sharers).size).toBe(2);
  expect(sharers.join(' ')).not.toMatch(new RegExp(`${ada}|${grace}`));
  expect(await documents.read(`users/${ada}`)).toMatchObject({ followedShows: [showId] });

  await refresh(Date.now());
  expect(await searchFor('zebra')).toMatchObject({ total: 0 });
  const own = { total: 1, episodes: [{ forFollowers: true }] };
  expect(await searchFor('zebra', [showId])).toMatchObject(own);
  expect(await lookUp('brought ZEBRA', [showId])).toMatchObject({
    shows: [{ showId, feedUrl, isHeard: true, isFollowed: true, isPublic: false }],
  });
  expect(await lookUp('brought ZEBRA')).toMatchObject({ kind: 'refused', reason: 'not-found' });

  // Records that Apple's directory lists this feed, as a look-up does.
  await noteNamed({ feedUrl, title: 'Brought zebra' });
  await refresh(Date.now() + HOUR_MS);
  expect(await searchFor('zebra')).toMatchObject({ total: 1 });
  for (const uid of [ada, grace]) {
    expect(await documents.read(`users/${uid}/shows/${showId}`)).toMatchObject({ isPublic: true });
  }

  const left = await Promise.all([unfollowShow(ada, showId), unfollowShow(ada, showId)]);
  expect(left.sort()).toEqual([false, true]);
  expect(await documents.read(`users/${ada}`)).toMatchObject({ followedShows: [] });
  expect(await documents.read(`shows/${showId}`)).toMatchObject({ followers: 1 });
  expect(await firebaseAccountStore.deleteDocuments(grace)).toBeGreaterThan(1);
  expect(await documents.below(`users/${grace}`)).toEqual([]);
  expect(await documents.read(`users/${grace}`)).toBeNull();
  const nobody = await documents.read(`shows/${showId}`);
  expect(nobody).toMatchObject({ followers: 0, expireAt: expect.anything() as unknown });
  expect(nobody).toMatchObject({ sharers: [] });
  await refresh(Date.now() + 31 * DAY_MS);
  const gone = await withCatalogue((catalogue) => catalogue.read(() => exportFeed(feedUrl)));
  expect(gone?.standing).toMatchObject({ source: null, followers: 0 });
});

test('tells transcription who follows a show and whose address is verified', async () => {
  const [ada, grace] = [person('ada'), person('grace')];
  const show = { feedUrl: `${base}/asked`, title: 'Asked' };
  await documents.seed({ [`users/${ada}`]: { verifiedAt: Timestamp.now() } });
  for (const uid of [ada, grace]) await followShow(uid, show, Date.now());
  const followers = await firestorePeople.followers([show.feedUrl, `${base}/unknown`]);
  expect(followers).toHaveLength(2);
  expect(followers).toEqual(
    expect.arrayContaining([ada, grace].map((uid) => ({ person: uid, feed: show.feedUrl }))),
  );
  const people = [ada, grace, '', person('gone')];
  expect(await firestorePeople.verified(people)).toEqual(new Set([ada]));
});

test('notifies followers that a feed fails, new ones at once, and when it recovers', async () => {
  const [ada, grace] = [person('ada'), person('grace')];
  const feedUrl = `${base}/failing`;
  const show = { feedUrl, title: 'Failing' };
  const own = (uid: string) => documents.read(`users/${uid}/shows/${showIdOf(feedUrl)}`);
  await followShow(ada, show, Date.now());
  state.answers = false;
  const start = Date.now();
  for (let run = 0; run < 5; run += 1) await refresh(start + run * HOUR_MS);
  const failure = 'The feed’s host answers with an error.';
  const failing = { failure, failingSince: expect.anything() as unknown };
  expect(await own(ada)).toMatchObject(failing);
  await followShow(grace, show, Date.now());
  expect(await own(grace)).toMatchObject(failing);
  state.answers = true;
  await refresh(start + 9 * HOUR_MS);
  for (const uid of [ada, grace]) {
    expect(Object.keys((await own(uid))!).sort()).toEqual(['feedUrl', 'followedAt', 'title']);
  }
});

test('counts followers correctly whatever people do concurrently', async () => {
  const people = ['ada', 'grace', 'joan'].map(person);
  const shows = ['one', 'two'].map((name) => ({ feedUrl: `${base}/${name}`, title: name }));
  const steps = Array.from({ length: 15 }, async (_, at) => {
    const [uid, show] = [people[at % 3]!, shows[Math.floor(at / 3) % 2]!];
    if (at % 5 === 4) await firebaseAccountStore.deleteDocuments(uid);
    else if (at % 4 === 3) await unfollowShow(uid, showIdOf(show.feedUrl));
    else await followShow(uid, show, Date.now());
  });
  await Promise.allSettled(steps);
  for (const { feedUrl } of shows) {
    const id = showIdOf(feedUrl);
    const own = await Promise.all(people.map((uid) => documents.read(`users/${uid}/shows/${id}`)));
    const followers = own.filter((fields) => fields !== null).length;
    expect(await documents.read(`shows/${id}`)).toMatchObject({ followers });
  }
});

test('allows ten new shows a day and fifty in all, although some are unfollowed meanwhile', async () => {
  const ada = person('ada');
  const now = Date.now();
  const urls = Array.from({ length: 60 }, (_, at) => `${base}/many${at}`);
  const count = async (lines: ReturnType<typeof follow>) => {
    const outcomes = (await lines).map(({ outcome }) => outcome);
    return [...new Set(outcomes)].map((outcome) => [
      outcome,
      outcomes.filter((other) => other === outcome).length,
    ]);
  };
  expect(await count(follow(ada, urls.slice(0, 12), now))).toEqual([
    ['followed', 10],
    ['daily-limit', 2],
  ]);
  await unfollowShow(ada, showIdOf(urls[0]!));
  expect(await count(follow(ada, urls.slice(0, 1), now))).toEqual([['daily-limit', 1]]);
  expect(await ownShows(ada, now)).toMatchObject({ room: 0 });
  for (let day = 1; day < 5; day += 1) {
    const some = urls.slice(day * 10, day * 10 + 10);
    expect(await count(follow(ada, some, now + day * DAY_MS))).toEqual([['followed', 10]]);
  }
  expect(await count(follow(ada, urls.slice(50, 53), now + 6 * DAY_MS))).toEqual([
    ['followed', 1],
    ['limit', 2],
  ]);
  expect((await ownShows(ada, now)).followed).toHaveLength(50);
});
