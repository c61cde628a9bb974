import { expect, test } from 'vitest';
import { showsToExclude, titlesOnly } from './narrower-keywords.ts';

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

test('suggests excluding shows only if there are too many matches', () => {
  const alert = { keyword: 'apple' };
  expect(showsToExclude(alert, { shows, isMany: true })).toEqual([
    { label: 'Not in Hard Fork', term: 'show:"Hard Fork"' },
  ]);
  expect(showsToExclude(alert, { shows, isMany: false })).toEqual([]);
});

test('suggests no exclusion that exceeds the keyword limit', () => {
  expect(showsToExclude({ keyword: 'x'.repeat(195) }, { shows, isMany: true })).toEqual([]);
});
