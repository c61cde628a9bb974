import { beforeEach, expect, test } from 'vitest';
import { createChannel } from '../delivery/channels/firestore-channels.ts';
import { storedFirestore, type StoredFirestore } from '../platform/testing/stored-firestore.ts';
import { keepLog, logEntries } from '../testing/test-log.ts';
import { createKey } from './firestore-keys.ts';
import { firestoreConfirmation, settleAlerts } from './firestore-confirmation.ts';
import { followShow } from './firestore-shows.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const KEY = { name: 'Key', scopes: ['read'] } as const;
const HOOK = { kind: 'webhook', name: 'Hook', host: 'x', alerts: 'all' } as const;

let world: StoredFirestore;

beforeEach(() => {
  world = storedFirestore(() => NOW);
});

async function makeThings(uid: string): Promise<void> {
  await createKey(uid, KEY);
  await createKey(uid, KEY);
  await createChannel(uid, HOOK, NOW);
  await followShow(uid, { feedUrl: 'https://show.example/feed', title: 'Show' }, NOW);
}

function pathsWith(part: string): string[] {
  return Object.keys(world.stored()).filter((path) => path.includes(part));
}

test('deletes all that works while a person is signed out, and nothing of others', async () => {
  const lines = keepLog();
  await makeThings('ada');
  await makeThings('bob');
  const made = await firestoreConfirmation.listMade('ada');
  expect(made.keyPaths).toHaveLength(4);
  expect(made.channelIds).toHaveLength(1);
  expect(made.showIds).toHaveLength(1);
  await firestoreConfirmation.deleteMade('ada', made);
  expect(logEntries(lines)).toMatchObject([
    { message: 'unverified-ended', severity: 'WARNING', keys: 2, channels: 1, shows: 1 },
  ]);
  expect(pathsWith('users/ada/')).toEqual([]);
  expect(pathsWith('users/bob/')).toHaveLength(4);
  expect(pathsWith('apiKeys/')).toHaveLength(4);
  expect(pathsWith('channelSecrets/')).toHaveLength(1);
  expect(world.stored()).toMatchObject({ 'users/ada': { channels: [], followedShows: [] } });
});

test('says nothing if there was nothing to delete', async () => {
  const lines = keepLog();
  const made = await firestoreConfirmation.listMade('ada');
  expect(made).toEqual({ keyPaths: [], channelIds: [], showIds: [] });
  await firestoreConfirmation.deleteMade('ada', made);
  expect(lines).toEqual([]);
});

test('stores only the first confirmation', async () => {
  world.set('users/ada', { hour: 9 });
  expect(await firestoreConfirmation.isConfirmed('ada')).toBe(false);
  await firestoreConfirmation.confirm('ada', NOW);
  expect(await firestoreConfirmation.isConfirmed('ada')).toBe(true);
  await firestoreConfirmation.confirm('ada', NOW + 5);
  expect(world.stored()).toEqual({ 'users/ada': { hour: 9, verifiedAt: NOW } });
  await firestoreConfirmation.confirm('new', NOW);
  expect(await firestoreConfirmation.isConfirmed('new')).toBe(true);
});

/** An alert that was saved so long after the verification. */
function saveAlert(slot: string, ms: number): void {
  world.set(`users/ada/alerts/${slot}`, { keyword: 'ledgers', createdAt: new Date(NOW + ms) });
}

test.each([
  ['keep', ['000', '001', '002']],
  ['delete', ['002']],
] as const)('asks about alerts saved until the verification: %s', async (choice, left) => {
  saveAlert('000', -5);
  saveAlert('001', 0);
  saveAlert('002', 1);
  const read: number[] = [];
  world.documents.onQuery((found) => void read.push(found));
  await firestoreConfirmation.confirm('ada', NOW);
  expect(read).toEqual([1]);
  expect(world.stored()['users/ada']).toEqual({ verifiedAt: NOW, asksAboutAlerts: true });
  await settleAlerts('ada', choice);
  expect(world.stored()['users/ada']).toEqual({ verifiedAt: NOW });
  expect(pathsWith('alerts/')).toEqual(left.map((slot) => `users/ada/alerts/${slot}`));
});

test('asks nothing about alerts saved later, and then deletes none', async () => {
  saveAlert('000', 1);
  await firestoreConfirmation.confirm('ada', NOW);
  expect(world.stored()['users/ada']).toEqual({ verifiedAt: NOW });
  saveAlert('001', -5);
  await settleAlerts('ada', 'delete');
  expect(pathsWith('alerts/')).toHaveLength(2);
});
