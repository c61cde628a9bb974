import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { KEY_SCOPES, type KeyScope, readApiKey, storedScopes } from './api-key.ts';

/** Frozen copy of the schema of version 1.0, which ignores keys that fail it. */
const READ_BY_1_0 = z.object({ scopes: z.array(z.enum(['read', 'alerts'])) });

const subsets = KEY_SCOPES.reduce<KeyScope[][]>(
  (found, scope) => [...found, ...found.map((each) => [...each, scope])],
  [[]],
);

test.each(subsets.map((scopes) => ({ scopes })))(
  'a key with $scopes round-trips, and 1.0 reads the scopes that it supports',
  ({ scopes }) => {
    const stored = storedScopes(scopes);
    const key = { ...stored, name: 'a', start: 'es_a', createdAtMs: 1 };
    expect(readApiKey('a', key)?.scopes).toEqual(scopes);
    expect(READ_BY_1_0.parse(stored).scopes).toEqual(
      scopes.filter((scope) => scope !== 'channels'),
    );
  },
);

test('reads a key of 1.0, and skips unknown scopes of a later version', () => {
  const key = { scopes: ['read'], name: 'a', start: 'es_a', createdAtMs: 1 };
  expect(readApiKey('a', key)?.scopes).toEqual(['read']);
  const later = { ...key, moreScopes: ['channels', 'account'] };
  expect(readApiKey('a', later)?.scopes).toEqual(['read', 'channels']);
  expect(readApiKey('a', { ...key, scopes: 'read' })).toBeNull();
});
