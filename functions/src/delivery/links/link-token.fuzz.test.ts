import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import { readLink, signLink } from './link-token.ts';

const KEYS = [
  'a key that only the server knows, 32+',
  'the one before it, still good to read',
] as const;
const id = fc.string({ minLength: 1, maxLength: 40, unit: 'binary' });
const grant = fc.oneof(
  fc.record({ kind: fc.constant('one-click' as const), uid: id }),
  fc.record({ kind: fc.constant('stop-all' as const), uid: id }),
  fc.record({ kind: fc.constant('stop-alert' as const), uid: id, alertId: id }),
  fc.record({ kind: fc.constant('exclude' as const), uid: id, alertId: id, term: id }),
  fc.record({ kind: fc.constant('cadence' as const), uid: id, to: id, from: id }),
);
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const character = fc.oneof(
  fc.constantFrom(...Array.from(ALPHABET)),
  fc.constantFrom('.', '=', '+', '/', ' ', '\n', '\0', '%', 'é', '\ud800'),
);

const MUTATIONS: ((token: string, at: number, put: string) => string)[] = [
  (token, at, put) => token.slice(0, at) + put + token.slice(at + 1),
  (token, at, put) => token.slice(0, at) + put + token.slice(at),
  (token, at) => token.slice(0, at) + token.slice(at + 1),
  (token, at) => token.slice(0, at),
  (token, at) => token.slice(at),
  (token, at, put) => token + put.repeat(at),
  (token, at, put) => put.repeat(at) + token,
  (token) => token.toUpperCase(),
  (token) => token.split('.').reverse().join('.'),
  (token) => token.split('.').slice(0, 2).join('.') + '.',
];

test('a token changed in any way grants nothing', () => {
  fc.assert(
    fc.property(
      grant,
      fc.nat(),
      character,
      fc.constantFrom(...MUTATIONS),
      (wish, index, put, mutate) => {
        const token = signLink(wish, KEYS);
        const mutated = mutate(token, index % token.length, put);
        fc.pre(mutated !== token);
        expect(readLink(mutated, KEYS)).toBeNull();
      },
    ),
    { numRuns: fuzzRuns(1000) },
  );
});

test('rejects every other last character of a signature', () => {
  fc.assert(
    fc.property(grant, fc.constantFrom(...Array.from(ALPHABET)), (wish, last) => {
      const token = signLink(wish, KEYS);
      fc.pre(!token.endsWith(last));
      expect(readLink(token.slice(0, -1) + last, KEYS)).toBeNull();
    }),
    { numRuns: fuzzRuns(500) },
  );
});

test('a signature is valid only for its own grant and key', () => {
  fc.assert(
    fc.property(grant, grant, fc.string(), (one, other, key) => {
      const [signed, foreign] = [signLink(one, KEYS), signLink(other, KEYS)];
      fc.pre(signed !== foreign && !KEYS.some((known) => known === key));
      const [version, payload] = foreign.split('.');
      expect(readLink(`${version!}.${payload!}.${signed.split('.')[2]!}`, KEYS)).toBeNull();
      expect(readLink(signed, [key])).toBeNull();
    }),
    { numRuns: fuzzRuns(700) },
  );
});

test('rejects texts that look like tokens', () => {
  const part = fc.oneof(
    fc.string({ unit: fc.constantFrom(...Array.from(ALPHABET)), maxLength: 50 }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('h1', 'u1', 'u2', 'c1', '', 'A'.repeat(43), 'A'.repeat(5000), 'WyJhIixudWxsXQ'),
  );
  const text = fc.array(part, { maxLength: 5 }).map((parts) => parts.join('.'));
  fc.assert(
    fc.property(text, (token) => {
      expect(readLink(token, KEYS)).toBeNull();
    }),
    { numRuns: fuzzRuns(1000) },
  );
});
