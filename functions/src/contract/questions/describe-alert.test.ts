import { expect, test } from 'vitest';
import { describeAlert, NOTHING_ASKED } from './describe-alert.ts';

test.each([
  ['openai -sponsor', 1, 'Episodes that mention openai, but not sponsor.'],
  ['show:"Hard Fork"', 1, 'All episodes of Hard Fork.'],
  ['-sponsor', 1, NOTHING_ASKED],
  ['-5', undefined, null],
  ['openai -sponsor', undefined, null],
  ['openai', 2, null],
])('the alert for %s, language %s, watches: %s', (keyword, language, sentence) => {
  expect(describeAlert({ keyword, language })).toBe(sentence);
  const notesOnly = 'Notes only, not spoken words.';
  const both = sentence === null ? notesOnly : `${sentence} ${notesOnly}`;
  expect(describeAlert({ keyword, language, spoken: false })).toBe(both);
});
