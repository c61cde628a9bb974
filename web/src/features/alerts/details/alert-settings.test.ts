import { expect, test } from 'vitest';
import { otherNames } from './alert-settings.tsx';

test.each([
  ['a16z', [], ['Andreessen Horowitz']],
  ['andreessen horowitz', ['a16z'], []],
  ['Andreessen Horowitz', [], ['a16z']],
  // The topic's other name differs only in the accent.
  ['Tobi Lütke', [], []],
  // For a name that is a common word, offers more specific names.
  ['Claude', ['claude code'], ['Claude AI', 'Anthropic Claude']],
  ['perovskite', [], []],
])('offers for %s with %j the names %j', (keyword, followed, names) => {
  expect(otherNames(keyword, followed)).toEqual(names);
});
