import { expect, test } from 'vitest';
import { ROSTER } from '#content/roster.ts';
import { OF_TWO_NAMES, PERSON, unaccented } from '#shared/testing/subject-pages.ts';
import { otherNames, personOf } from './alert-settings.tsx';

const { name, keywords } = OF_TWO_NAMES;
const other = keywords[1]!;
/** Entities whose other name differs only in the accent. */
const accented = ROSTER.filter(({ keywords: [first = '', second = ''] }) => {
  return first !== second && unaccented(first) === unaccented(second);
});
/** Entities whose names are common words, so that their keywords are longer. */
const common = ROSTER.filter(({ name, keywords }) => keywords[1] && !keywords.includes(name));

test.each([
  [name, [], [other]],
  [other.toLowerCase(), [name], []],
  [other, [], [name]],
  ['perovskite', [], []],
  ...accented.map(({ name }) => [name, [], []]),
  // For a name that is a common word, offers more specific names.
  ...common.map(({ name, keywords: [first = '', ...rest] }) => [name, [first.toLowerCase()], rest]),
] as [string, string[], string[]][])(
  'offers for %s with %j the names %j',
  (keyword, followed, names) => {
    expect(otherNames(keyword, followed)).toEqual(names);
  },
);

test.each([
  [PERSON.name, PERSON.name],
  [PERSON.name.toLowerCase(), PERSON.name.toLowerCase()],
  ['Ursula von der Leyen', null],
  ['Kurt Gödel', 'Kurt Gödel'],
  ['OpenAI', null],
  ['kurt gödel', null],
  ['Kurt OR Gödel', null],
  ['guest:"Kurt Gödel" OR by:"Kurt Gödel"', 'Kurt Gödel'],
])('takes %s for the person %j', (keyword, person) => {
  expect(personOf({ keyword, language: 2 })).toBe(person);
});
