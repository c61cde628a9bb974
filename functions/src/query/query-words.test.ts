import { expect, test } from 'vitest';
import { formsOf } from './query-words.ts';

test.each([
  ['東', {}, true],
  ['東', { whole: true }, false],
  ['東京', {}, false],
  ['a', {}, false],
])(
  'a single letter is a prefix only in a script without blanks: %s %j',
  (word, options, beginning) => {
    expect(formsOf([word], { beginning: false, ...options })).toMatchObject([{ beginning }]);
  },
);
