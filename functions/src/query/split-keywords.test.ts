import * as fc from 'fast-check';
import { hasQuerySyntax } from './parse-query.ts';
import { expect, test } from 'vitest';
import { splitAtCommas } from './commas.ts';
import { isSameKeyword } from './same-alert.ts';
import { splitKeywords } from './split-keywords.ts';

test.each([
  ['', []],
  [' , ,', []],
  [' OpenAI ', ['OpenAI']],
  ['OpenAI, sam altman,openai,', ['OpenAI', 'sam altman']],
  ['openai -sponsor', ['openai -sponsor']],
  ['人工知能、半導体，OpenAI، الطاقة', ['人工知能', '半導体', 'OpenAI', 'الطاقة']],
  ['openai, a16z, -sponsor', ['openai -sponsor', 'a16z -sponsor']],
  ['-sponsor, -ads', ['-sponsor', '-ads']],
])('splits %j into %j', (typed, keywords) => {
  expect(splitKeywords(typed)).toEqual(keywords);
});

test('splits distinct plain keywords at commas in their order', () => {
  const word = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => {
    return (
      splitAtCommas(text).length === 1 &&
      /[\p{L}\p{N}]/u.test(text) &&
      text.trim() !== '' &&
      !hasQuerySyntax(text)
    );
  });
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 8 }),
      fc.constantFrom(' , ', '，', '、 '),
      (words, comma) => {
        const trimmed = words.map((each) => each.trim());
        const distinct = trimmed.filter(
          (each, index) => trimmed.findIndex((other) => isSameKeyword(other, each)) === index,
        );
        expect(splitKeywords(words.join(comma))).toEqual(distinct);
      },
    ),
  );
});

const typedText = fc.oneof(
  fc.string({ maxLength: 80 }),
  fc
    .array(
      fc.constantFrom(
        'openai',
        'OpenAI',
        '-ads',
        '+funding',
        'show:"Hard Fork"',
        '-show:Lex',
        '"red',
        'blue"',
        'a OR b',
        'a AND b',
        'crypto*',
        'title:x',
        '',
        ' ',
        '-',
        '"',
        'x'.repeat(210),
      ),
      { maxLength: 8 },
    )
    .chain((pieces) =>
      fc.constantFrom(', ', ',', ' ', '、', '， ').map((between) => pieces.join(between)),
    ),
);

test('splits any text into keywords that are not blank and split the same way again', () => {
  fc.assert(
    fc.property(typedText, (typed) => {
      const keywords = splitKeywords(typed);
      for (const keyword of keywords) expect(keyword.trim()).not.toBe('');
      expect(splitKeywords(keywords.join(', '))).toEqual(keywords);
    }),
  );
});
