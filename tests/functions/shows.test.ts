import { expect, test } from 'vitest';
import {
  showLookupSchema,
  showsFollowedSchema,
  showsPreviewSchema,
} from '../../functions/src/contract/index.ts';
import { call, type Person, signUpVerified } from '../support/account.ts';
import { samplesUrl } from '../support/stack.ts';
import { useDocuments } from '../support/use-documents.ts';

const documents = useDocuments();

async function lookUp(person: Person, given: string) {
  const { status, result } = await call('lookUpShow', person, { given });
  expect(status).toBe(200);
  return showLookupSchema.parse(result);
}

async function follow(person: Person, ...feedUrls: string[]) {
  const { status, result } = await call('followShows', person, { feedUrls });
  expect(status).toBe(200);
  return showsFollowedSchema.parse(result).lines;
}

test('finds a show by its name, and follows, exports and unfollows it', async () => {
  const ada = await signUpVerified();
  const answer = await lookUp(ada, 'tensor weather');
  if (answer.kind !== 'shows') throw new Error(answer.message);
  const [show] = answer.shows;
  expect(show).toMatchObject({ title: 'Tensor Weather', isHeard: true, isFollowed: false });
  const { feedUrl, showId } = show!;
  expect(await lookUp(ada, feedUrl)).toMatchObject({ shows: [{ showId, isHeard: true }] });
  expect(await follow(ada, feedUrl)).toEqual([{ feedUrl, showId, outcome: 'followed' }]);
  expect(await documents.read(`shows/${showId}`)).toMatchObject({ feedUrl });
  const { result: exported } = await call('exportAccount', ada, null);
  expect(exported).toMatchObject({ shows: [{ id: showId, feedUrl }] });
  expect((await call('unfollowShow', ada, { showId })).result).toEqual({});
  expect((await call('unfollowShow', ada, { showId })).result).toEqual({});
  expect(await documents.below(`users/${ada.uid}`)).toEqual([]);
});

test('refuses a private feed and stores nothing of it', async () => {
  const ada = await signUpVerified();
  const secret = `${new URL('/feeds/tensor-weather.xml', samplesUrl()).href}?token=abc`;
  expect(await lookUp(ada, secret)).toMatchObject({ kind: 'refused', reason: 'private' });
  const missing = new URL('/no/such/feed', samplesUrl()).href;
  const lines = await follow(ada, secret, missing);
  expect(lines.map(({ outcome, feedUrl }) => [outcome, feedUrl])).toEqual([
    ['private', ''],
    ['failed', missing],
  ]);
  expect(await documents.below(`users/${ada.uid}`)).toEqual([]);
});

test('previews a list line by line and allows three look-ups a minute', async () => {
  const ada = await signUpVerified();
  const samples = await (await fetch(samplesUrl())).text();
  const opml = samples.replace('</body>', '<outline xmlUrl="https://a:b@feeds.example/x"/></body>');
  const { result } = await call('previewShows', ada, { opml });
  const { lines, room } = showsPreviewSchema.parse(result);
  expect(room).toBe(10);
  expect(new Set(lines.map(({ outcome }) => outcome))).toEqual(new Set(['new', 'private']));
  const statuses: number[] = [];
  for (let at = 0; at < 4; at += 1) {
    statuses.push((await call('lookUpShow', ada, { given: 'nothing of that name' })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test.each(['lookUpShow', 'previewShows', 'followShows', 'unfollowShow'] as const)(
  'requires a sign-in and a valid body for %s',
  async (name) => {
    expect((await call(name, null, {})).status).toBe(401);
    expect((await call(name, await signUpVerified(), { more: 1 })).status).toBe(400);
  },
);
