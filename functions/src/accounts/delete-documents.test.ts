import { beforeEach, expect, test } from 'vitest';
import { storedFirestore, type StoredFirestore } from '../platform/testing/stored-firestore.ts';
import { deleteDocuments } from './delete-documents.ts';
import { followShow } from './firestore-shows.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const OWNED = ['digests', 'apiKeys', 'apps', 'feedTokens', 'channelSecrets', 'feedItems'];

let world: StoredFirestore;

beforeEach(() => {
  world = storedFirestore(() => NOW);
});

async function fill(uid: string): Promise<void> {
  await followShow(uid, { feedUrl: 'https://show.example/feed', title: 'Show' }, NOW);
  for (const collection of OWNED) world.set(`${collection}/${uid}`, { uid });
  world.set(`users/${uid}/alerts/000`, { keyword: 'ledgers' });
  world.set(`users/${uid}/ledger/sent`, {});
  world.set(`users/${uid}/channels/hook/parts/one`, {});
}

const pathsOf = (uid: string) => Object.keys(world.stored()).filter((path) => path.includes(uid));

test('deletes all documents of a person, and none of others', async () => {
  await fill('ada');
  await fill('bob');
  const bobs = pathsOf('bob');
  expect(await deleteDocuments(world.firestore, 'ada')).toBe(pathsOf('bob').length);
  expect(pathsOf('ada')).toEqual([]);
  expect(pathsOf('bob')).toEqual(bobs);
  expect(Object.values(world.stored())).toContainEqual(expect.objectContaining({ followers: 1 }));
});

test('deletes more documents than one page has, reading a page at a time', async () => {
  const read: number[] = [];
  world.documents.onQuery((found) => void read.push(found));
  for (let at = 0; at < 1001; at += 1) world.set(`digests/${at}`, { uid: 'ada' });
  await deleteDocuments(world.firestore, 'ada');
  expect(world.stored()).toEqual({});
  expect(Math.max(...read)).toBe(500);
});

test('deletes the digests before the history that a delivery writes', async () => {
  await fill('ada');
  const deleted: string[] = [];
  world.documents.onDelete(({ path }) => void deleted.push(path));
  await deleteDocuments(world.firestore, 'ada');
  expect(deleted.indexOf('digests/ada')).toBeLessThan(deleted.indexOf('users/ada/ledger/sent'));
  expect(deleted.at(-1)).toBe('users/ada');
});

test('leaves a show that is followed meanwhile, so that the next deletion unfollows it', async () => {
  world.set('digests/ada', { uid: 'ada' });
  const show = { feedUrl: 'https://show.example/feed', title: 'Show' };
  const work: Promise<unknown>[] = [];
  world.documents.onDelete(({ path }) => {
    if (path === 'digests/ada') work.push(followShow('ada', show, NOW));
  });
  await deleteDocuments(world.firestore, 'ada');
  await Promise.all(work);
  expect(pathsOf('ada')).toContainEqual(expect.stringContaining('users/ada/shows/'));
  await deleteDocuments(world.firestore, 'ada');
  expect(pathsOf('ada')).toEqual([]);
  expect(Object.values(world.stored())).toMatchObject([{ followers: 0 }]);
});
