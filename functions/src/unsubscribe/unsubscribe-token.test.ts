import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readUnsubscribe, signUnsubscribe } from './unsubscribe-token.ts';

const KEY = 'a key that only the server knows, 32+';
const KEYS = [KEY] as const;
const id = fc.string({ minLength: 1, maxLength: 128, unit: 'grapheme' });

test('a token grants exactly what was signed, whatever the ids look like', () => {
  fc.assert(
    fc.property(id, fc.option(id), (uid, alertId) => {
      const token = signUnsubscribe({ uid, alertId }, KEYS);
      expect(token).toBe(encodeURIComponent(token));
      expect(readUnsubscribe(token, KEYS)).toEqual({ uid, alertId });
    }),
  );
});

test('a token with any one character changed grants nothing', () => {
  const token = signUnsubscribe({ uid: 'ada', alertId: 'one' }, KEYS);
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A';
    expect(readUnsubscribe(token.slice(0, at) + other + token.slice(at + 1), KEYS)).toBeNull();
  }
});

test('a token with anything before or behind it grants nothing', () => {
  const token = signUnsubscribe({ uid: 'ada', alertId: 'one' }, KEYS);
  for (const other of [`x${token}`, `${token}x`, ` ${token}`, `${token}\n`, `${token}.u1`]) {
    expect(readUnsubscribe(other, KEYS)).toBeNull();
  }
});

test('a token for one alert cannot be turned into one for all', () => {
  const one = signUnsubscribe({ uid: 'ada', alertId: 'one' }, KEYS).split('.');
  const all = signUnsubscribe({ uid: 'eve', alertId: null }, KEYS).split('.');
  expect(readUnsubscribe([one[0], all[1], one[2]].join('.'), KEYS)).toBeNull();
});

test('a token signed with another key grants nothing', () => {
  expect(
    readUnsubscribe(signUnsubscribe({ uid: 'ada', alertId: null }, ['other']), KEYS),
  ).toBeNull();
});

test('a link sent before a new key was put in front still works, and new links use the new key', () => {
  const grant = { uid: 'ada', alertId: null };
  const sentBefore = signUnsubscribe(grant, [KEY]);
  const rotated = ['the new key, which signs from now on', KEY] as const;
  const sentAfter = signUnsubscribe(grant, rotated);
  expect(readUnsubscribe(sentBefore, rotated)).toEqual(grant);
  expect(readUnsubscribe(sentAfter, rotated)).toEqual(grant);
  expect(readUnsubscribe(sentAfter, [rotated[0]])).toEqual(grant);
  expect(readUnsubscribe(sentAfter, [KEY])).toBeNull();
});

test('a key that is taken out grants nothing any more', () => {
  const token = signUnsubscribe({ uid: 'ada', alertId: null }, [KEY]);
  expect(readUnsubscribe(token, ['the new key, which signs from now on'])).toBeNull();
});

test.each(['', 'u1', 'u1..', 'u2.e30.' + 'A'.repeat(43), 'x'.repeat(5000)])(
  '%j is no token',
  (token) => {
    expect(readUnsubscribe(token, KEYS)).toBeNull();
  },
);
