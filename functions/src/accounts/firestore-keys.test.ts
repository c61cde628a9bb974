import { beforeEach, expect, test, vi } from 'vitest';
import { storedFirestore, type StoredFirestore } from '../platform/testing/stored-firestore.ts';
import { apiKeyHash } from './api-key-text.ts';
import { firestoreConfirmation } from './firestore-confirmation.ts';
import { createKey, readKey, recordUse, revokeKey } from './firestore-keys.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const ALL = { name: 'My script', scopes: ['read', 'channels'] } as const;
const OWN = { scopes: ['read'], moreScopes: ['channels'] };

let now = NOW;
let world: StoredFirestore;

beforeEach(() => {
  now = NOW;
  world = storedFirestore(() => now);
  world.addVerified('ada');
  world.addVerified('bob');
});

async function created(uid = 'ada') {
  const made = await createKey(uid, ALL);
  if (made === null) throw new Error('There is no room for a key.');
  return { ...made, hash: apiKeyHash(made.key) };
}

test('stores a key under its hash and for its owner, never the key itself', async () => {
  const { key, keyId, hash } = await created();
  expect(world.stored()).toMatchObject({
    [`apiKeys/${hash}`]: { ...OWN, uid: 'ada', keyId },
    [`users/ada/apiKeys/${keyId}`]: {
      ...OWN,
      name: 'My script',
      start: key.slice(0, 7),
      createdAt: NOW,
    },
  });
  expect(JSON.stringify(world.stored())).not.toContain(key);
});

test('refuses a third key, even if two are asked for at once', async () => {
  await created();
  const made = await Promise.all([createKey('ada', ALL), createKey('ada', ALL)]);
  expect(made.filter((each) => each === null)).toHaveLength(1);
  expect(await createKey('ada', ALL)).toBeNull();
  expect(Object.keys(world.stored()).filter((path) => path.includes('apiKeys/'))).toHaveLength(4);
  expect(await createKey('bob', ALL)).not.toBeNull();
});

test('revokes a key of its owner only, and no other key', async () => {
  const [one, other, bobs] = [await created(), await created(), await created('bob')];
  await revokeKey('bob', one.keyId);
  expect(await readKey(one.hash)).not.toBeNull();
  await revokeKey('ada', one.keyId);
  await revokeKey('ada', one.keyId);
  expect(await readKey(one.hash)).toBeNull();
  expect(world.stored()).not.toHaveProperty([`users/ada/apiKeys/${one.keyId}`]);
  expect(await readKey(other.hash)).not.toBeNull();
  expect(await readKey(bobs.hash)).not.toBeNull();
});

test('finds a key with its owner, scopes and last use', async () => {
  const { keyId, hash } = await created();
  const found = { uid: 'ada', keyId, scopes: ['read', 'channels'], lastUsedAtMs: null };
  expect(await readKey(hash)).toEqual(found);
  expect(await readKey(apiKeyHash('other'))).toBeNull();
  now += 5000;
  await recordUse(hash, found as never);
  expect(await readKey(hash)).toEqual({ ...found, lastUsedAtMs: now });
  expect(world.stored()).toMatchObject({ [`users/ada/apiKeys/${keyId}`]: { lastUsedAt: now } });
});

test('does not bring back a revoked key by recording its use', async () => {
  const { keyId, hash } = await created();
  const found = await readKey(hash);
  await revokeKey('ada', keyId);
  await expect(recordUse(hash, found!)).rejects.toThrow();
  expect(Object.keys(world.stored()).filter((path) => path.includes('apiKeys/'))).toEqual([]);
});

test.each([
  ['is gone', () => void world.users.splice(0)],
  ['is disabled', () => void Object.assign(world.users[0]!, { disabled: true })],
  ['is not verified', () => void Object.assign(world.users[0]!, { emailVerified: false })],
])('finds no key whose account %s', async (_, change) => {
  const { hash } = await created();
  change();
  expect(await readKey(hash)).toBeNull();
});

test.each([{ scopes: 'read' }, { uid: 5 }])(
  'finds no key whose document is damaged: %j',
  async (fields) => {
    const { hash } = await created();
    world.update(`apiKeys/${hash}`, fields);
    expect(await readKey(hash)).toBeNull();
  },
);

test('finds no key that the first verified visit of its owner revokes', async () => {
  const { hash } = await created();
  world.set('users/ada', {});
  world.set('system/verification', { sinceMs: 0, isDone: true, page: null });
  const ended = vi.spyOn(firestoreConfirmation, 'endSessionsBefore').mockResolvedValue();
  expect(await readKey(hash)).toBeNull();
  expect(world.stored()).not.toHaveProperty([`apiKeys/${hash}`]);
  expect(ended).toHaveBeenCalledOnce();
});
