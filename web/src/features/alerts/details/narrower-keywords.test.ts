import { expect, test } from 'vitest';
import { sampleEpisode } from '#shared/episode/sample-episode.ts';
import { termsToExclude, titlesOnly } from './narrower-keywords.ts';

test.each([
  ['openai', undefined, 'title:openai'],
  ['sam altman', undefined, 'title:"sam altman"'],
  ['a OR b -c', 1, null],
  // A keyword saved before queries had syntax is plain text.
  ['-5', undefined, 'title:"-5"'],
  ['x'.repeat(200), undefined, null],
] as const)('narrows %s with language %s to %s', (keyword, language, narrower) => {
  expect(titlesOnly({ keyword, language })).toBe(narrower);
});

const shows = ['Hard Fork', '***'].map((name) => ({ name, episodes: 9 }));
const episodes = ['Hard Fork', 'The Daily', 'Lex', 'Orchard'].map((podcast, index) =>
  sampleEpisode({ podcast, title: index < 2 ? 'Apple’s iPhone' : 'Apple' }),
);

test('suggests excluding shows if there are too many matches, and a word in any case', () => {
  expect(termsToExclude({ keyword: 'apple' }, { shows, isMany: true }, episodes)).toEqual([
    { label: 'Not in Hard Fork', term: 'show:"Hard Fork"' },
    { label: 'Not “iphone”', term: 'iphone' },
  ]);
  expect(termsToExclude({ keyword: 'apple' }, { shows, isMany: false }, episodes)).toEqual([
    { label: 'Not “iphone”', term: 'iphone' },
  ]);
});

test('suggests no exclusion that exceeds the keyword limit', () => {
  const alert = { keyword: 'x'.repeat(195) };
  expect(termsToExclude(alert, { shows, isMany: true }, episodes)).toEqual([]);
});
