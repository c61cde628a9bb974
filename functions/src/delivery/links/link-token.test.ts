import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import { isPageProof, type LinkGrant, readLink, signLink, signPage } from './link-token.ts';

const KEY = 'a key that only the server knows, 32+';
const KEYS = [KEY] as const;
const ALL: LinkGrant = { kind: 'stop-all', uid: 'ada' };
const ONE: LinkGrant = { kind: 'stop-alert', uid: 'ada', alertId: 'one' };
const EXCLUDE: LinkGrant = {
  kind: 'exclude',
  uid: 'ada',
  alertId: 'one',
  term: 'show:"Hard Fork"',
};

const id = fc.string({ minLength: 1, maxLength: 128, unit: 'grapheme' });
const text = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' });
const stops = fc.oneof(
  fc.record({ kind: fc.constant('one-click' as const), uid: id }),
  fc.record({ kind: fc.constant('stop-all' as const), uid: id }),
  fc.record({ kind: fc.constant('stop-alert' as const), uid: id, alertId: id }),
  fc.record({ kind: fc.constant('stop-alert' as const), uid: id, alertId: id, said: id }),
);
const changes = fc.oneof(
  fc.record({ kind: fc.constant('exclude' as const), uid: text, alertId: text, term: text }),
  fc.record({
    kind: fc.constant('exclude' as const),
    uid: text,
    alertId: text,
    term: text,
    said: text,
  }),
  fc.record({ kind: fc.constant('cadence' as const), uid: text, to: text, from: text }),
  fc.record({
    kind: fc.constant('pause-alert' as const),
    uid: text,
    alertId: text,
    days: fc.integer({ min: 1, max: 31 }),
    said: text,
  }),
);

test('a token grants exactly what was signed', () => {
  fc.assert(
    fc.property(fc.oneof(stops, changes), (grant) => {
      const token = signLink(grant, KEYS);
      expect(token).toBe(encodeURIComponent(token));
      expect(readLink(token, KEYS)).toEqual(grant);
      expect(readLink(token, ['another key'])).toBeNull();
    }),
    { numRuns: fuzzRuns(200) },
  );
});

test.each<[LinkGrant, string]>([
  [ALL, 'u1.WyJhZGEiLG51bGxd.nbdx1bUHu66Qd-c7ZvkOOjo-ZjOFiX3IY4R0WG5BGyM'],
  [
    { ...ONE, alertId: '007-mf3k2' },
    'u1.WyJhZGEiLCIwMDctbWYzazIiXQ.B29ECeiEdxYslbJiAu92GAJatxjn0XgfGUd-mIEhroM',
  ],
  [
    { ...EXCLUDE, alertId: '007-mf3k2' },
    'c1.WyItIiwiYWRhIiwiMDA3LW1mM2syIiwic2hvdzpcIkhhcmQgRm9ya1wiIl0.phfhbxWXS4NKLcwyOHML3i1KhSJU7uSkUZgelYQSSbM',
  ],
  [
    { kind: 'cadence', uid: 'ada', to: 'weekly', from: 'daily' },
    'c1.WyJjIiwiYWRhIiwid2Vla2x5IiwiZGFpbHkiXQ.qN3ekuRV6M-NsdIZFePQSD1RZcXJjd0-Q2bPEp11DJg',
  ],
])('a link in a mail already sent grants %j', (grant, token) => {
  expect(readLink(token, KEYS)).toEqual(grant);
  expect(signLink(grant, KEYS)).toBe(token);
});

test('links that change an alert and links that stop mail cannot be converted into each other', () => {
  fc.assert(
    fc.property(changes, stops, (change, stop) => {
      const [changing, stopping] = [signLink(change, KEYS), signLink(stop, KEYS)];
      expect(readLink(changing.replace(/^c1/, 'u1'), KEYS)).toBeNull();
      expect(readLink(stopping.replace(/^[hu]1/, 'c1'), KEYS)).toBeNull();
    }),
    { numRuns: fuzzRuns(50) },
  );
});

test.each([ONE, EXCLUDE])('a token with any one character changed grants nothing: %j', (grant) => {
  const token = signLink(grant, KEYS);
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A';
    expect(readLink(token.slice(0, at) + other + token.slice(at + 1), KEYS)).toBeNull();
  }
});

test('a token with anything before or behind it grants nothing', () => {
  const token = signLink(ONE, KEYS);
  for (const other of [`x${token}`, `${token}x`, ` ${token}`, `${token}\n`, `${token}.u1`]) {
    expect(readLink(other, KEYS)).toBeNull();
  }
});

test('a link in the body cannot be converted into the header’s, which needs no page', () => {
  fc.assert(
    fc.property(fc.oneof(stops, changes), (grant) => {
      const token = signLink(grant, KEYS);
      fc.pre(grant.kind !== 'one-click');
      expect(readLink(token.replace(/^[uc]1/, 'h1'), KEYS)).toBeNull();
    }),
    { numRuns: fuzzRuns(50) },
  );
});

test('a page’s proof is valid only for its own token', () => {
  const [one, all] = [signLink(ONE, KEYS), signLink(ALL, KEYS)];
  const proof = signPage(one, KEYS);
  expect(isPageProof(proof, one, KEYS)).toBe(true);
  expect(isPageProof(proof, one, ['another key', KEY])).toBe(true);
  expect(isPageProof(proof, one, ['another key'])).toBe(false);
  const others = ['', 'x', 'é'.repeat(43), `${proof}x`, one.split('.')[2]!, signPage(all, KEYS)];
  for (const other of others) expect(isPageProof(other, one, KEYS)).toBe(false);
});

test('a token for one alert cannot be converted into one for all', () => {
  const one = signLink(ONE, KEYS).split('.');
  const all = signLink({ ...ALL, uid: 'eve' }, KEYS).split('.');
  expect(readLink([one[0], all[1], one[2]].join('.'), KEYS)).toBeNull();
});

test('a token signed with another key grants nothing', () => {
  expect(readLink(signLink(ALL, ['other']), KEYS)).toBeNull();
});

test('old links work after a new key is put in front, and new links use the new key', () => {
  const sentBefore = signLink(ALL, [KEY]);
  const rotated = ['the new key, which signs from now on', KEY] as const;
  const sentAfter = signLink(ALL, rotated);
  expect(readLink(sentBefore, rotated)).toEqual(ALL);
  expect(readLink(sentAfter, rotated)).toEqual(ALL);
  expect(readLink(sentAfter, [rotated[0]])).toEqual(ALL);
  expect(readLink(sentAfter, [KEY])).toBeNull();
});

test('a removed key grants nothing', () => {
  const token = signLink(ALL, [KEY]);
  expect(readLink(token, ['the new key, which signs from now on'])).toBeNull();
});

test.each(['', 'u1', 'u1..', 'u2.e30.' + 'A'.repeat(43), 'x'.repeat(5000)])(
  'rejects %j as a token',
  (token) => {
    expect(readLink(token, KEYS)).toBeNull();
  },
);
