import { expect, test } from 'vitest';
import { otherNames, personOf } from './alert-settings.tsx';

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

test.each([
  ['Sam Altman', 'Sam Altman'],
  ['sam altman', 'sam altman'],
  ['Ursula von der Leyen', null],
  ['Kurt Gödel', 'Kurt Gödel'],
  ['OpenAI', null],
  ['kurt gödel', null],
  ['Kurt OR Gödel', null],
  ['guest:"Kurt Gödel" OR by:"Kurt Gödel"', 'Kurt Gödel'],
])('takes %s for the person %j', (keyword, person) => {
  expect(personOf({ keyword, language: 2 })).toBe(person);
});
