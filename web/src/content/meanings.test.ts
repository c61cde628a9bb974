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

const { name, is, words } = MEANINGS[0]!;
const plain = `Any “${name}”`;
const meant = `Only ${is} (${words.slice(0, 3).join(', ')} …)`;

test.each([
  [name, plain, meant],
  [name.toLowerCase(), plain, meant],
  [`${name} with:iPhone with:Mac`, plain, meant],
  ['Trade', 'The word “trade”, too', 'Only as a name'],
  ['name:Trade', 'The word “trade”, too', 'Only as a name'],
])('%s means %s or %s', (keyword, ...labels) => {
  expect(meaningsOf(keyword)?.map(({ label }) => label)).toEqual(labels);
});

test.each(['OpenAI', 'trade', 'Sam Altman', 'a16z', 'trade with:tariffs', '', `${name} pie`])(
  '%s has one meaning',
  (keyword) => {
    expect(meaningsOf(keyword)).toBeNull();
  },
);

test('knows which way a keyword asks for', () => {
  for (const keyword of [name, 'Trade']) {
    expect(meaningsOf(keyword)?.map((way) => wayOf(way.keyword))).toEqual([0, 1]);
  }
});

test('an alert for a meaning has a short name', () => {
  const keyword = meaningsOf(name)![1].keyword;
  expect(alertName({ keyword, language: 2 })).toBe(`${name}, with ${words[0]}, ${words[1]} …`);
});
