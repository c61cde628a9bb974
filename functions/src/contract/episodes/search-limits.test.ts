import { expect, test } from 'vitest';
import { countWords } from './search-limits.ts';

test.each([
  ['', 0],
  [' …!? ', 0],
  ['OpenAI', 1],
  ['  Tobi  Lütke!', 2],
  ['state-of-the-art', 4],
  ['C++ at 3.5 percent', 5],
  ['人工知能 हिन्दी', 2],
  ['the '.repeat(50), 50],
])('%j has %i words', (text, words) => {
  expect(countWords(text)).toBe(words);
});
