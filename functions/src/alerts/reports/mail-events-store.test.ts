import { beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, MAIL_EVENT_KEPT_DAYS } from '../../contract/index.ts';
import { suppressionPath } from '../../delivery/mail/suppressions.ts';
import { storedFirestore, type StoredFirestore } from '../../platform/testing/stored-firestore.ts';
import { storedOutbox } from '../fixtures/stored-outbox.ts';
import { queuedProgress } from '../outbox/digest-progress.ts';
import { firebaseMailEventStore, firebaseReportedDigests } from './mail-events-store.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const EVENT = {
  id: 'event/1',
  email: 'ada@mail.example',
  uid: 'ada',
  digestId: 'd',
  reason: 'bounce' as const,
  atMs: NOW - 5,
  isTheirs: true,
};
const SUPPRESSION = { reason: 'bounce', at: NOW - 5 };

let world: StoredFirestore;
const store = firebaseMailEventStore;

beforeEach(() => {
  world = storedFirestore(() => NOW);
  world.users.push({ uid: 'ada', email: 'ada@mail.example' });
});

test('suppresses an address and notes it at its person, once for each event', async () => {
  world.set('users/ada', { hour: 9 });
  expect(await store.write([EVENT], NOW)).toBe(true);
  const {
    'users/ada': person,
    [suppressionPath(EVENT.email)]: address,
    ...events
  } = world.stored();
  expect(person).toEqual({ hour: 9, suppression: SUPPRESSION });
  expect(address).toEqual(SUPPRESSION);
  const expireAt = NOW + MAIL_EVENT_KEPT_DAYS * DAY_MS;
  expect(Object.values(events)).toEqual([{ reason: 'bounce', expireAt }]);
  world.remove('users/ada');
  expect(await store.write([{ ...EVENT, id: 'other' }, EVENT], NOW)).toBe(false);
  expect(Object.keys(world.stored())).toHaveLength(2);
  expect(await store.recorded(['event/1', 'other'])).toEqual(new Set(['event/1']));
});

test('the last event of an address wins', async () => {
  const later = { ...EVENT, id: 'other', reason: 'spamreport' as const, atMs: NOW };
  expect(await store.write([EVENT, later], NOW)).toBe(true);
  const suppression = { reason: 'spamreport', at: NOW };
  expect(world.stored()).toMatchObject({
    'users/ada': { suppression },
    [suppressionPath(EVENT.email)]: suppression,
  });
});

test('notes nothing at a person who has another address now', async () => {
  await store.write([{ ...EVENT, isTheirs: false }], NOW);
  expect(world.stored()).not.toHaveProperty(['users/ada']);
  expect(world.stored()).toHaveProperty([suppressionPath(EVENT.email)]);
});

test('passes on that Firestore is away', async () => {
  vi.spyOn(world.firestore, 'batch').mockImplementation(() => {
    const commit = () => Promise.reject(Object.assign(new Error('away'), { code: 14 }));
    return { create: () => 0, set: () => 0, commit } as never;
  });
  await expect(store.write([EVENT], NOW)).rejects.toThrow('away');
});

test('knows whose address is theirs, however it is written', async () => {
  world.users.push({ uid: 'guest' });
  const events = [
    { ...EVENT, email: 'Ada@Mail.example', id: 'one' },
    { ...EVENT, email: 'former@mail.example', id: 'two' },
    { ...EVENT, uid: 'none', id: 'three' },
    { ...EVENT, uid: 'guest', id: 'four' },
  ];
  expect(await store.theirs(events)).toEqual(new Set(['one']));
  expect(await store.theirs([])).toEqual(new Set());
});

test('reads any number of accounts, digests and events', async () => {
  const ids = Array.from({ length: 501 }, (_, at) => `id ${at}`);
  const events = ids.map((id) => ({ ...EVENT, id, uid: id, email: `${id}@mail.example` }));
  world.users.push(...events.map(({ uid, email }) => ({ uid, email })));
  for (const id of ids) world.set(`digests/${id}`, { uid: `of ${id}`, state: 'sent' });
  expect((await store.theirs(events)).size).toBe(501);
  expect(await store.digestOwners([...ids, 'none'])).toEqual(
    new Map(ids.map((id) => [id, `of ${id}`])),
  );
  const digests = await firebaseReportedDigests.find([...ids, 'none']);
  expect(digests.size).toBe(501);
  expect(digests.get('id 500')).toEqual({ uid: 'of id 500', state: 'sent' });
});

test('settles the report of a digest', async () => {
  const outbox = storedOutbox(() => NOW, world.documents);
  const digest = { uid: 'ada', slotMs: NOW, cadence: 'hourly' as const, sections: [], facts: {} };
  const sent = { ...queuedProgress(NOW), state: 'sent' as const, finishedAtMs: NOW };
  outbox.digests.set('d', { ...digest, ...sent });
  const report = { kind: 'returned', reason: 'bounce' } as const;
  expect(await firebaseReportedDigests.settle('d', report)).toBe(true);
  expect(outbox.digests.get('d')).toMatchObject({ state: 'failed' });
  expect(await firebaseReportedDigests.settle('none', report)).toBe(false);
});
