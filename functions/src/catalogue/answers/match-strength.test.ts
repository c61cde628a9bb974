import { expect, test } from 'vitest';
import type { SearchedTexts } from '../../query/fields.ts';
import { planQuery } from '../../query/plan-query.ts';
import { wantedTerms } from '../../query/query-plan.ts';
import { groundFinder, groundOf, type MatchPlaces } from './match-strength.ts';

const NOWHERE: MatchPlaces = {
  guest: false,
  title: false,
  chapter: false,
  introduction: false,
  sentences: 0,
  minutes: 0,
  name: false,
};

test.each<[Partial<MatchPlaces>, string | null]>([
  [{}, null],
  [{ name: true }, 'name'],
  [{ name: true, minutes: 2 }, 'said'],
  [{ sentences: 1, minutes: 2 }, 'once'],
  [{ sentences: 1, minutes: 3 }, 'said_often'],
  [{ sentences: 2, minutes: 3 }, 'often'],
  [{ introduction: true, sentences: 2 }, 'introduction'],
  [{ chapter: true, introduction: true }, 'chapter'],
  [{ title: true, chapter: true }, 'title'],
  [{ guest: true, title: true }, 'guest'],
])('ranks matches in %j as %j', (places, ground) => {
  expect(groundOf({ ...NOWHERE, ...places })).toBe(ground);
});

function groundIn(query: string, texts: Partial<SearchedTexts>, minutes = 0) {
  const empty = { title: '', podcast: '', publisher: '', description: '' };
  return groundFinder(wantedTerms(planQuery([query])!))({ ...empty, ...texts }, () => minutes);
}

const PROSE = 'Ada talks about kilns, and about what becomes of clay in one.';

test.each<[string, string, Partial<SearchedTexts>]>([
  ['guest', 'ada lovelace', { persons: '@Bob\n+Ada Lovelace' }],
  ['name', 'ada lovelace', { persons: '@Ada Lovelace' }],
  ['name', 'ada lovelace', { persons: '+Bob\nAda Lovelace' }],
  ['guest', 'ada lovelace', { title: 'On kilns, with Ada Lovelace' }],
  ['guest', 'ada lovelace', { title: 'Über Öfen (mit Ada Lovelace)' }],
  ['guest', 'ada lovelace', { title: 'Kilns (feat. Ada Lovelace)' }],
  ['title', 'ada lovelace', { title: 'The life of Ada Lovelace' }],
  ['title', 'kilns', { title: 'Fun with Kilns' }],
  ['title', 'red clay', { title: 'Working with red clay' }],
  ['title', 'red clay', { title: 'Working with Red Clay Ovens' }],
  ['title', 'title:kilns', { title: 'Kilns', description: PROSE }],
  ['chapter', 'kilns', { chapters: 'Hello\nKilns at last' }],
  ['introduction', 'kilns', { description: PROSE }],
  ['once', 'kilns', { description: `Hello\n${'x'.repeat(74)}\n${PROSE}` }],
  ['once', 'kilns', { description: 'Hello.\nKilns' }],
  ['often', 'kilns', { description: 'Hello.\nOf kilns\nOf clay\nMore kilns' }],
  ['once', 'kilns', { description: 'Hello.\nkilns, new kilns' }],
  ['often', 'kilns OR ovens', { description: 'Hello.\nkilns\nOvens' }],
  ['name', 'kilns', { podcast: 'Kilns Weekly' }],
  ['name', 'show:kilns', { podcast: 'Kilns Weekly', description: PROSE }],
])('gives the ground %j to %j in %j', (ground, query, texts) => {
  expect(groundIn(query, texts)).toBe(ground);
});

test('ranks transcript matches by minutes, and no match as null', () => {
  expect(groundIn('kilns', {}, 3)).toBe('said_often');
  expect(groundIn('kilns', {}, 1)).toBe('said');
  expect(groundIn('kilns', {})).toBeNull();
});
