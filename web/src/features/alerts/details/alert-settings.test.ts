import { expect, test } from 'vitest';
import { otherNames } from './alert-settings.tsx';

test.each([
  ['a16z', [], ['Andreessen Horowitz']],
  ['andreessen horowitz', ['a16z'], []],
  ['Andreessen Horowitz', [], ['a16z']],
  // The same without the accent.
  ['Tobi Lütke', [], []],
  // A name that is a common word: what sets it apart.
  ['Claude', ['claude code'], ['Claude AI', 'Anthropic Claude']],
  ['perovskite', [], []],
])('offers for %s with %j the names %j', (keyword, followed, names) => {
  expect(otherNames(keyword, followed)).toEqual(names);
});
