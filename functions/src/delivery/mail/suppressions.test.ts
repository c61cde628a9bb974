import { beforeEach, expect, test } from 'vitest';
import { storedFirestore, type StoredFirestore } from '../../platform/testing/stored-firestore.ts';
import { liftSuppression } from './lift-suppression.ts';
import { noteSuppressions } from './note-suppressions.ts';
import { readSuppression, suppressionPath } from './suppressions.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const ADDRESS = 'ada@mail.example';

let world: StoredFirestore;

beforeEach(() => {
  world = storedFirestore(() => NOW);
  world.users.push({ uid: 'ada', email: ADDRESS }, { uid: 'bob', email: 'bob@mail.example' });
});

function suppress(reason = 'bounce', email = ADDRESS): void {
  world.set(suppressionPath(email), { reason, at: new Date(NOW - 5) });
}

const person = (uid = 'ada') => world.stored()[`users/${uid}`];

test('reads the suppression of an address, however it is written', async () => {
  suppress();
  expect(await readSuppression(' Ada@Mail.example')).toBe('bounce');
  expect(await readSuppression('bob@mail.example')).toBeNull();
});

test('notes a suppression at its person, and removes it when it is lifted', async () => {
  world.set('users/ada', { hour: 9 });
  suppress();
  await noteSuppressions(['ada']);
  expect(person()).toEqual({ hour: 9, suppression: { reason: 'bounce', at: NOW - 5 } });
  suppress('spamreport');
  await noteSuppressions(['ada']);
  expect(person()).toMatchObject({ suppression: { reason: 'bounce' } });
  world.remove(suppressionPath(ADDRESS));
  await noteSuppressions(['ada']);
  expect(person()).toEqual({ hour: 9 });
  await noteSuppressions(['ada']);
  expect(person()).toEqual({ hour: 9 });
});

test('creates no person, and skips accounts without an address', async () => {
  suppress();
  world.users.push({ uid: 'guest' });
  world.set('users/guest', { hour: 9 });
  await noteSuppressions(['ada', 'guest', 'none']);
  expect(person()).toBeUndefined();
  expect(person('guest')).toEqual({ hour: 9 });
});

test('notes the suppressions of 500 people a run', async () => {
  const uids = Array.from({ length: 501 }, (_, at) => `person ${at}`);
  for (const uid of uids) {
    world.users.push({ uid, email: `${uid}@mail.example` });
    world.set(`users/${uid}`, {});
    suppress('bounce', `${uid}@mail.example`);
  }
  await noteSuppressions(uids);
  const stored = world.stored();
  const noted = uids.filter((uid) => 'suppression' in (stored[`users/${uid}`] as object));
  expect(noted).toEqual(uids.slice(0, 500));
});

test.each([
  ['bounce', {}],
  ['unsubscribe', { resumedAt: NOW }],
  ['spamreport', { resumedAt: NOW }],
])('mail is due at once after a suppression by %s is lifted', async (reason, more) => {
  world.set('users/ada', { hour: 9, suppression: { reason }, retryAt: new Date(0) });
  world.set('users/bob', { suppression: { reason } });
  suppress(reason);
  suppress(reason, 'bob@mail.example');
  expect(await liftSuppression(ADDRESS)).toBe(reason);
  expect(person()).toEqual({ hour: 9, unmailedAt: NOW, retryAt: NOW, ...more });
  expect(person('bob')).toEqual({ suppression: { reason } });
  expect(await readSuppression(ADDRESS)).toBeNull();
  expect(await readSuppression('bob@mail.example')).toBe(reason);
});

test('lifts a suppression without an account, and none that does not exist', async () => {
  suppress('bounce', 'nobody@mail.example');
  expect(await liftSuppression('nobody@mail.example')).toBe('bounce');
  expect(world.stored()).toEqual({});
  expect(await liftSuppression(ADDRESS)).toBeNull();
  expect(world.stored()).toEqual({});
});
