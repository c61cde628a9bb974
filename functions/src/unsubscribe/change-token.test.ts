import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../test-runs.ts';
import { type ChangeGrant, readChange, signChange } from './change-token.ts';
import { readUnsubscribe, signUnsubscribe } from './unsubscribe-token.ts';

const KEYS = ['a key that only the server knows, 32+'] as const;
const text = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' });
const grants = fc.oneof(
  fc.record({ kind: fc.constant('leave-out' as const), uid: text, alertId: text, term: text }),
  fc.record({ kind: fc.constant('cadence' as const), uid: text, to: text, from: text }),
);

test('a token grants exactly the change that was signed, whatever it holds', () => {
  fc.assert(
    fc.property(grants, (grant: ChangeGrant) => {
      const token = signChange(grant, KEYS);
      expect(token).toBe(encodeURIComponent(token));
      expect(readChange(token, KEYS)).toEqual(grant);
      expect(readChange(token, ['another key'])).toBeNull();
    }),
  );
});

test('a link that changes something cannot be turned into one that stops mail, nor the other way', () => {
  fc.assert(
    fc.property(grants, (grant) => {
      const change = signChange(grant, KEYS);
      const stop = signUnsubscribe({ uid: grant.uid, alertId: 'one' }, KEYS);
      expect(readUnsubscribe(change, KEYS)).toBeNull();
      expect(readChange(stop, KEYS)).toBeNull();
      expect(readUnsubscribe(change.replace(/^c1/, 'u1'), KEYS)).toBeNull();
      expect(readChange(stop.replace(/^u1/, 'c1'), KEYS)).toBeNull();
    }),
    { numRuns: fuzzRuns(50) },
  );
});

test('a token with any one character changed grants nothing', () => {
  const grant = {
    kind: 'leave-out',
    uid: 'ada',
    alertId: 'one',
    term: 'show:"Hard Fork"',
  } as const;
  const token = signChange(grant, KEYS);
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A';
    expect(readChange(token.slice(0, at) + other + token.slice(at + 1), KEYS)).toBeNull();
  }
});
