import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { KEY_SCOPES, type KeyScope, readApiKey, storedScopes } from './api-key.ts';

/** Frozen: how 1.0 read a key. What cannot be read is no key there. */
const READ_BY_1_0 = z.object({ scopes: z.array(z.enum(['read', 'alerts'])) });

const subsets = KEY_SCOPES.reduce<KeyScope[][]>(
  (found, scope) => [...found, ...found.map((each) => [...each, scope])],
  [[]],
);

test.each(subsets.map((scopes) => ({ scopes })))(
  'a key with $scopes is read as it was stored, and by 1.0 as one with those that it knows',
  ({ scopes }) => {
    const stored = storedScopes(scopes);
    const key = { ...stored, name: 'a', start: 'es_a', createdAtMs: 1 };
    expect(readApiKey('a', key)?.scopes).toEqual(scopes);
    expect(READ_BY_1_0.parse(stored).scopes).toEqual(
      scopes.filter((scope) => scope !== 'channels'),
    );
  },
);

test('a key of 1.0 is read, and of a later version’s scopes those that are known', () => {
  const key = { scopes: ['read'], name: 'a', start: 'es_a', createdAtMs: 1 };
  expect(readApiKey('a', key)?.scopes).toEqual(['read']);
  const later = { ...key, moreScopes: ['channels', 'account'] };
  expect(readApiKey('a', later)?.scopes).toEqual(['read', 'channels']);
  expect(readApiKey('a', { ...key, scopes: 'read' })).toBeNull();
});
