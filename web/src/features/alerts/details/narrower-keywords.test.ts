import { describeAlert } from 'functions/contract';
import { expect, test } from 'vitest';
import { narrowerKeywords } from './narrower-keywords.ts';

const shows = [{ name: 'Hard Fork', episodes: 9 }];

test.each([
  ['openai', undefined, ['title:openai', 'openai -show:"Hard Fork"']],
  ['sam altman', undefined, ['title:"sam altman"', '"sam altman" -show:"Hard Fork"']],
  ['a OR b -c', 1, ['a OR b -c -show:"Hard Fork"']],
  // Of before the language: words.
  ['-5', undefined, ['title:"-5"', '"-5" -show:"Hard Fork"']],
  ['x'.repeat(200), undefined, []],
] as const)('%s, language %s, is narrowed to %j', (keyword, language, narrower) => {
  const found = narrowerKeywords({ keyword, language }, { shows });
  expect(found.map((each) => each.keyword)).toEqual(narrower);
});

test('each says what is less about it, and means it', () => {
  const found = narrowerKeywords({ keyword: 'openai' }, { shows });
  expect(found.map(({ label }) => label)).toEqual(['Only in titles', 'Not in Hard Fork']);
  expect(found.map(({ keyword }) => describeAlert({ keyword, language: 1 }))).toEqual([
    'Episodes that mention openai in the title.',
    'Episodes that mention openai, outside Hard Fork.',
  ]);
});
