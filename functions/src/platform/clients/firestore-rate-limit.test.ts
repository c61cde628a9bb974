import type { Firestore } from 'firebase-admin/firestore';
import { beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/index.ts';
import { createClientIds } from './firestore-rate-limit.ts';

let stored: unknown;
let asked = 0;

const store = {
  doc: (path: string) => path,
  runTransaction: (work: (transaction: unknown) => Promise<unknown>) => {
    asked += 1;
    return work({
      get: () => Promise.resolve({ data: () => stored }),
      set: (_path: string, fields: unknown) => (stored = fields),
    });
  },
} as unknown as Firestore;

beforeEach(() => {
  stored = undefined;
  asked = 0;
});

test('all instances derive the same id from the shared key', async () => {
  const [one, other] = [createClientIds(() => 5), createClientIds(() => 6)];
  const id = await one(store, 'visitors 192.0.2.7');
  expect(await other(store, 'visitors 192.0.2.7')).toBe(id);
  expect(await other(store, 'visitors 192.0.2.8')).not.toBe(id);
  stored = undefined;
  expect(await createClientIds(() => 5)(store, 'visitors 192.0.2.7')).not.toBe(id);
});

test('loads the key once a day and replaces it the next day', async () => {
  let now = 0;
  const idOf = createClientIds(() => now);
  const first = await idOf(store, 'a');
  expect(await idOf(store, 'a')).toBe(first);
  expect(asked).toBe(1);
  const key = stored;
  now = DAY_MS;
  expect(await idOf(store, 'a')).not.toBe(first);
  expect(stored).not.toEqual(key);
  expect(asked).toBe(2);
});

test('an instance whose clock is behind uses the newer key', async () => {
  const ahead = await createClientIds(() => DAY_MS)(store, 'a');
  expect(await createClientIds(() => DAY_MS - 1)(store, 'a')).toBe(ahead);
});

test('retries after a failure to load the key', async () => {
  const idOf = createClientIds(() => 5);
  const away = { doc: store.doc, runTransaction: () => Promise.reject(new Error('away')) };
  await expect(idOf(away as unknown as Firestore, 'a')).rejects.toThrow('away');
  await expect(idOf(store, 'a')).resolves.toHaveLength(43);
});
