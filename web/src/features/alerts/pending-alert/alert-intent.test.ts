import { HOUR_MS, MAX_KEYWORDS } from 'functions/contract';
import { expect, test, vi } from 'vitest';
import { type AlertIntent, forgetIntent, keepIntent } from './alert-intent.ts';
import { readIntent } from './read-intent.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const nea: AlertIntent = { keywords: ['NEA'], otherNames: ['New Enterprise Associates'] };

const stored = () => sessionStorage.getItem('earshot.alert-intent');

test('what a visitor wanted is there when they are signed in, also after a reload', () => {
  keepIntent(nea, NOW);
  expect(readIntent('ada', NOW + 1)).toEqual(nea);
  expect(readIntent('ada', NOW + 2)).toEqual(nea);
});

test('what was searched in notes alone is wanted of notes alone', () => {
  const choice = { spoken: false, onlyAbout: true };
  keepIntent({ ...nea, ...choice }, NOW);
  expect(readIntent('ada', NOW)).toEqual({ ...nea, ...choice });
});

test('a show that was searched for is a show', () => {
  keepIntent({ ...nea, isShow: true }, NOW);
  expect(readIntent('ada', NOW)).toEqual({ ...nea, isShow: true });
});

test('the last wish counts', () => {
  keepIntent(nea, NOW);
  keepIntent({ keywords: ['OpenAI', 'a16z'], otherNames: [] }, NOW);
  expect(readIntent('ada', NOW)?.keywords).toEqual(['OpenAI', 'a16z']);
});

test('it is gone once it is used or dismissed', () => {
  keepIntent(nea, NOW);
  forgetIntent();
  expect(readIntent('ada', NOW)).toBeNull();
});

test('it is for the account that saw it first, and for no other after that', () => {
  keepIntent(nea, NOW);
  readIntent('ada', NOW);
  expect(readIntent('grace', NOW)).toBeNull();
  expect(stored()).toBeNull();
});

test.each([
  ['an hour later', NOW + HOUR_MS + 1],
  ['before it was kept, by a clock set back', NOW - 1],
])('it is forgotten %s', (_when, now) => {
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
])('what is stored is not believed: %s', (_what, text) => {
  sessionStorage.setItem('earshot.alert-intent', text);
  expect(readIntent('ada', NOW)).toBeNull();
  expect(stored()).toBeNull();
});

test('without storage there is nothing to offer, and nothing breaks', () => {
  vi.stubGlobal('sessionStorage', undefined);
  keepIntent(nea, NOW);
  expect(readIntent('ada', NOW)).toBeNull();
  forgetIntent();
});
