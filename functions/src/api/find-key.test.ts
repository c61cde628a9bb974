import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../contract/index.ts';
import type { Client } from '../platform/clients/client.ts';
import { apiKeyHash, apiKeyStart, isApiKey, newApiKey } from '../accounts/api-key-text.ts';
import { newAppToken } from '../accounts/app-token-text.ts';
import { createKeyFinder } from './find-key.ts';
import type { FoundKey } from '../accounts/firestore-keys.ts';

const CLIENT: Client = { address: 'a', relay: null };

function world() {
  const stored = new Map<string, FoundKey>();
  const reads: string[] = [];
  const uses: string[] = [];
  const clock = { now: 1_790_000_000_000 };
  const findKey = createKeyFinder({
    readKey: (hash) => {
      reads.push(hash);
      return Promise.resolve(stored.get(hash) ?? null);
    },
    readApp: (token) => {
      reads.push(token);
      return Promise.resolve(stored.get(token) ?? null);
    },
    recordUse: (hash, key) => {
      uses.push(key.keyId);
      stored.set(hash, { ...key, lastUsedAtMs: clock.now });
      return Promise.resolve();
    },
    now: () => clock.now,
  });
  const find = (key: string, address = 'a', relay: Client['relay'] = null) =>
    findKey(`Bearer ${key}`, { address, relay }).then(
      ({ uid }) => uid,
      (error: unknown) => (error as { code: string }).code,
    );
  const add = () => {
    const key = newApiKey();
    const found = { uid: 'ada', keyId: `${stored.size}`, scopes: ['read'], lastUsedAtMs: null };
    stored.set(apiKeyHash(key), found as FoundKey);
    return key;
  };
  return { find, findKey, add, stored, reads, uses, clock };
}

test('creates keys with a recognisable start, 256 bits and a checksum that detects any typo', () => {
  const keys = Array.from({ length: 200 }, newApiKey);
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) {
    expect(key).toMatch(/^es_[0-9A-Za-z]{49}$/);
    expect(isApiKey(key)).toBe(true);
    expect(apiKeyStart(key)).toBe(key.slice(0, 7));
  }
  const wrong = fc.record({
    key: fc.constantFrom(...keys),
    at: fc.integer({ min: 0, max: 51 }),
    character: fc.string({ minLength: 1, maxLength: 1 }),
  });
  fc.assert(
    fc.property(wrong, ({ key, at, character }) => {
      const typed = key.slice(0, at) + character + key.slice(at + 1);
      expect(isApiKey(typed)).toBe(typed === key);
    }),
  );
});

test('reads a key once in half a minute, however many requests use it', async () => {
  const { find, add, reads, clock } = world();
  const key = add();
  expect(await Promise.all(Array.from({ length: 50 }, () => find(key)))).toEqual(
    Array<string>(50).fill('ada'),
  );
  clock.now += 29_999;
  expect([await find(key), reads.length]).toEqual(['ada', 1]);
  clock.now += 1;
  expect([await find(key), reads.length]).toEqual(['ada', 2]);
});

test('refuses a revoked key within half a minute, even if the clock is set back', async () => {
  const { find, add, stored, clock } = world();
  const key = add();
  for (const step of [30_000, -30_000]) {
    stored.set(apiKeyHash(key), { uid: 'ada', keyId: '0', scopes: [], lastUsedAtMs: clock.now });
    clock.now += 2 * step;
    expect(await find(key)).toBe('ada');
    stored.clear();
    clock.now += step;
    expect(await find(key)).toBe('key-invalid');
  }
});

test('records the last use once an hour', async () => {
  const { find, add, uses, clock } = world();
  const key = add();
  for (let minute = 0; minute < 121; minute += 1) {
    await find(key);
    clock.now += HOUR_MS / 60;
  }
  expect(uses).toHaveLength(3);
});

test.each([undefined, '', 'Basic abc', 'Bearer', 'Bearer a b', `Bearer ${'x'.repeat(101)}`])(
  'refuses the header %j without a read',
  async (header) => {
    const { findKey, reads } = world();
    await expect(findKey(header, CLIENT)).rejects.toMatchObject({ code: 'key-invalid' });
    expect(reads).toEqual([]);
  },
);

test('limits the guesses of one address and locks nobody else out', async () => {
  const { find, add, reads, clock } = world();
  const key = add();
  expect(await find('es_typo')).toBe('key-invalid');
  expect(reads).toEqual([]);
  const guess = newApiKey();
  for (let time = 0; time < 100; time += 1) await find(guess, 'guesser');
  expect(reads).toHaveLength(1);
  const answers = new Set<string>();
  for (let time = 0; time < 200; time += 1) answers.add(await find(newApiKey(), 'guesser'));
  expect([...answers]).toEqual(['key-invalid', 'rate-limited']);
  expect(reads).toHaveLength(60);
  expect(await find(key, 'other')).toBe('ada');
  // A cached key still works from the guesser's address.
  expect(await find(key, 'guesser')).toBe('ada');
  clock.now += 60_000;
  expect(await find(newApiKey(), 'guesser')).toBe('key-invalid');
});

const RELAY = { address: 'hop', clients: 10 };

test('limits the guesses of one hop, whatever addresses it claims', async () => {
  const { find, reads } = world();
  for (let guess = 0; guess < 1000; guess += 1) await find(newApiKey(), `${guess} by hop`, RELAY);
  expect(reads).toHaveLength(600);
});

test('does not limit the valid keys of one hop', async () => {
  const { find, add } = world();
  for (let turn = 0; turn < 1000; turn += 1) {
    expect(await find(add(), `${turn} by hop`, RELAY)).toBe('ada');
  }
});

test('does not cache a failed read', async () => {
  let fails = true;
  const key = newApiKey();
  const findKey = createKeyFinder({
    readKey: () =>
      fails
        ? Promise.reject(new Error('away'))
        : Promise.resolve({ uid: 'ada', keyId: '0', scopes: [], lastUsedAtMs: Date.now() }),
    readApp: () => Promise.resolve(null),
    recordUse: () => Promise.resolve(),
  });
  await expect(findKey(`Bearer ${key}`, CLIENT)).rejects.toThrow('away');
  fails = false;
  expect(await findKey(`Bearer ${key}`, CLIENT)).toMatchObject({ uid: 'ada' });
});

test('an access token ends at its time, also while it is cached', async () => {
  const { find, stored, reads, clock } = world();
  const token = newAppToken('a', 'c0ffee'.padEnd(20, '0'));
  const app = { untilMs: clock.now + 1000 };
  stored.set(token, { uid: 'ada', keyId: 'app', scopes: ['read'], lastUsedAtMs: null, app });
  expect(await find(token)).toBe('ada');
  clock.now += 999;
  expect(await find(token)).toBe('ada');
  clock.now += 1;
  expect(await find(token)).toBe('key-invalid');
  expect(reads).toEqual([token]);
});

test('reads nothing for a refresh token or a code', async () => {
  const { find, reads } = world();
  for (const kind of ['r', 'c'] as const) {
    expect(await find(newAppToken(kind, 'c0ffee'.padEnd(20, '0')))).toBe('key-invalid');
  }
  expect(reads).toEqual([]);
});
