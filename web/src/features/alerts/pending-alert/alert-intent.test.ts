import { HOUR_MS, MAX_KEYWORDS } from 'functions/contract';
import { expect, test, vi } from 'vitest';
import { type AlertIntent, forgetIntent, keepIntent } from './alert-intent.ts';
import { readIntent } from './read-intent.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const nea: AlertIntent = { keywords: ['NEA'], otherNames: ['New Enterprise Associates'] };

const stored = () => sessionStorage.getItem('earshot.alert-intent');

test('an intent is available after sign-in, also after a reload', () => {
  keepIntent(nea, NOW);
  expect(readIntent('ada', NOW + 1)).toEqual(nea);
  expect(readIntent('ada', NOW + 2)).toEqual(nea);
});

test('an intent contains the options of the search', () => {
  const choice = { spoken: false, onlyAbout: true };
  keepIntent({ ...nea, ...choice }, NOW);
  expect(readIntent('ada', NOW)).toEqual({ ...nea, ...choice });
});

test('an intent can be a show', () => {
  keepIntent({ ...nea, isShow: true }, NOW);
  expect(readIntent('ada', NOW)).toEqual({ ...nea, isShow: true });
});

test('a later intent replaces an earlier one', () => {
  keepIntent(nea, NOW);
  keepIntent({ keywords: ['OpenAI', 'a16z'], otherNames: [] }, NOW);
  expect(readIntent('ada', NOW)?.keywords).toEqual(['OpenAI', 'a16z']);
});

test('an intent is gone once used or dismissed', () => {
  keepIntent(nea, NOW);
  forgetIntent();
  expect(readIntent('ada', NOW)).toBeNull();
});

test('an intent belongs to the first account that reads it', () => {
  keepIntent(nea, NOW);
  readIntent('ada', NOW);
  expect(readIntent('grace', NOW)).toBeNull();
  expect(stored()).toBeNull();
});

test.each([
  ['an hour later', NOW + HOUR_MS + 1],
  ['before it was kept, by a clock set back', NOW - 1],
])('an intent expires %s', (_when, now) => {
  keepIntent(nea, NOW);
  expect(readIntent('ada', now)).toBeNull();
  expect(stored()).toBeNull();
});

test.each([
  ['no JSON', '{'],
  ['another shape', '[1]'],
  ['null', 'null'],
  ['no keywords', JSON.stringify({ keywords: [], otherNames: [], keptAtMs: NOW })],
  ['a blank keyword', JSON.stringify({ keywords: [' '], otherNames: [], keptAtMs: NOW })],
  [
    'an odd choice',
    JSON.stringify({ keywords: ['a'], otherNames: [], spoken: 'no', keptAtMs: NOW }),
  ],
  ['an odd show', JSON.stringify({ keywords: ['a'], otherNames: [], isShow: 'no', keptAtMs: NOW })],
  ['a number', JSON.stringify({ keywords: [1], otherNames: [], keptAtMs: NOW })],
  ['a long one', JSON.stringify({ keywords: ['x'.repeat(201)], otherNames: [], keptAtMs: NOW })],
  [
    'too many',
    JSON.stringify({ keywords: Array(MAX_KEYWORDS + 1).fill('a'), otherNames: [], keptAtMs: NOW }),
  ],
  ['no time', JSON.stringify({ keywords: ['a'], otherNames: [] })],
  ['no other names', JSON.stringify({ keywords: ['a'], keptAtMs: NOW })],
])('rejects a stored intent that is malformed: %s', (_what, text) => {
  sessionStorage.setItem('earshot.alert-intent', text);
  expect(readIntent('ada', NOW)).toBeNull();
  expect(stored()).toBeNull();
});

test('returns no intent without storage, and does not throw', () => {
  vi.stubGlobal('sessionStorage', undefined);
  keepIntent(nea, NOW);
  expect(readIntent('ada', NOW)).toBeNull();
  forgetIntent();
});
