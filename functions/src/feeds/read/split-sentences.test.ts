import { expect, it } from 'vitest';
import { splitSentences } from './split-sentences.ts';

const sentencesOf = (text: string) =>
  splitSentences(text).map(({ start, end }) => text.slice(start, end));

it.each([
  ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
  ['One.\nTwo without an end\nThree', ['One.', 'Two without an end', 'Three']],
  [
    'Dr. Tim and J. Smith met in the U.S. They talked.',
    ['Dr. Tim and J. Smith met in the U.S. They talked.'],
  ],
  [
    'Version 2.5 of the app at example.com is out. “Nice.” Yes',
    ['Version 2.5 of the app at example.com is out.', '“Nice.”', 'Yes'],
  ],
  ['今日は。明日も。', ['今日は。明日も。']],
  ['', []],
])('splits the text %j', (text, sentences) => {
  expect(sentencesOf(text)).toEqual(sentences);
});
