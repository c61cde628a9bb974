import {
  alertName,
  countWords,
  describeQuery,
  MAX_KEYWORD_LENGTH,
  MAX_PHRASE_WORDS,
  queryLanguage,
} from 'functions/contract';
import { expect, test } from 'vitest';
import { MEANINGS, meaningsOf, meantKeyword, wayOf } from './meanings.ts';

test.each(MEANINGS)(
  'the meaning of $name fits in a keyword, and asks for one of its words',
  ({ name, words }) => {
    const keyword = meantKeyword(name, words);
    expect(keyword.length).toBeLessThanOrEqual(MAX_KEYWORD_LENGTH);
    expect(countWords(keyword)).toBeLessThanOrEqual(MAX_PHRASE_WORDS);
    expect(describeQuery([keyword])).toMatch(
      new RegExp(`^episodes that mention ${name}, with at least one of ${words[0]!}, `),
    );
    expect(queryLanguage(keyword)).toBe(2);
  },
);

test('there are at least fifteen names, in order and each once', () => {
  const names = MEANINGS.map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(15);
  expect(names).toEqual([...new Set(names)].sort());
});

test.each([
  ['Apple', 'Any “Apple”', 'Only the company (iPhone, Mac, Tim Cook …)'],
  ['apple', 'Any “Apple”', 'Only the company (iPhone, Mac, Tim Cook …)'],
  ['Apple with:iPhone with:Mac', 'Any “Apple”', 'Only the company (iPhone, Mac, Tim Cook …)'],
  ['Trade', 'The word “trade”, too', 'Only as a name'],
  ['name:Trade', 'The word “trade”, too', 'Only as a name'],
])('%s means %s or %s', (keyword, any, meant) => {
  expect(meaningsOf(keyword)?.map(({ label }) => label)).toEqual([any, meant]);
});

test.each(['OpenAI', 'trade', 'Sam Altman', 'a16z', 'trade with:tariffs', '', 'Apple pie'])(
  '%s has one meaning',
  (keyword) => {
    expect(meaningsOf(keyword)).toBeNull();
  },
);

test('knows which way a keyword asks for', () => {
  for (const keyword of ['Apple', 'Trade']) {
    expect(meaningsOf(keyword)?.map((way) => wayOf(way.keyword))).toEqual([0, 1]);
  }
});

test('an alert for a meaning has a short name', () => {
  const keyword = meaningsOf('Apple')![1].keyword;
  expect(alertName({ keyword, language: 2 })).toBe('Apple, with iPhone, Mac …');
});
