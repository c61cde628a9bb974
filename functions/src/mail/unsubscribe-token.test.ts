import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readUnsubscribe, signUnsubscribe } from './unsubscribe-token.ts';

const KEY = 'a key that only the server knows, 32+';
const id = fc.string({ minLength: 1, maxLength: 128, unit: 'grapheme' });

test('a token grants exactly what was signed, whatever the ids look like', () => {
  fc.assert(
    fc.property(id, fc.option(id), (uid, alertId) => {
      const token = signUnsubscribe({ uid, alertId }, KEY);
      expect(token).toBe(encodeURIComponent(token));
      expect(readUnsubscribe(token, KEY)).toEqual({ uid, alertId });
    }),
  );
});

test('a token with any one character changed grants nothing', () => {
  const token = signUnsubscribe({ uid: 'ada', alertId: 'one' }, KEY);
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A';
    expect(readUnsubscribe(token.slice(0, at) + other + token.slice(at + 1), KEY)).toBeNull();
  }
});

test('a token with anything before or behind it grants nothing', () => {
  const token = signUnsubscribe({ uid: 'ada', alertId: 'one' }, KEY);
  for (const other of [`x${token}`, `${token}x`, ` ${token}`, `${token}\n`, `${token}.u1`]) {
    expect(readUnsubscribe(other, KEY)).toBeNull();
  }
});

test('a token for one alert cannot be turned into one for all', () => {
  const one = signUnsubscribe({ uid: 'ada', alertId: 'one' }, KEY).split('.');
  const all = signUnsubscribe({ uid: 'eve', alertId: null }, KEY).split('.');
  expect(readUnsubscribe([one[0], all[1], one[2]].join('.'), KEY)).toBeNull();
});

test('a token signed with another key grants nothing', () => {
  expect(readUnsubscribe(signUnsubscribe({ uid: 'ada', alertId: null }, 'other'), KEY)).toBeNull();
});

test.each(['', 'u1', 'u1..', 'u2.e30.' + 'A'.repeat(43), 'x'.repeat(5000)])(
  '%j is no token',
  (token) => {
    expect(readUnsubscribe(token, KEY)).toBeNull();
  },
);
