import { expect, test } from 'vitest';
import { formsOf } from './query-words.ts';

test.each([
  ['東', {}, true],
  ['東', { whole: true }, false],
  ['東京', {}, false],
  ['a', {}, false],
])(
  'a letter of a script without blanks begins a word, but not as a whole name: %s %j',
  (word, asked, beginning) => {
    expect(formsOf([word], { beginning: false, ...asked })).toMatchObject([{ beginning }]);
  },
);
