import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, spellingsOf } from './spellings.ts';

test.each([
  ['opnai', 'openai'],
  ['openaii', 'openai'],
  ['openei', 'openai'],
  ['oepnai', 'openai'],
  ['penai', 'openai'],
])('%s may be meant to be %s', (typed, meant) => {
  expect(spellingsOf(typed)).toContain(meant);
});

test('another spelling is never the word itself, and each stands once', () => {
  const spellings = spellingsOf('aab');
  expect(spellings).not.toContain('aab');
  expect(new Set(spellings).size).toBe(spellings.length);
});

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['kitten', 'sitting', 3],
  ['antropik', 'anthropic', 2],
  ['openai', 'openai', 0],
])('from "%s" to "%s" it is %i', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
});

test('whatever is one slip away is at most two edits away, in both directions', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(word, fc.nat(), (typed, choice) => {
      const spellings = spellingsOf(typed);
      const meant = spellings[choice % spellings.length] ?? '';
      expect(editDistance(typed, meant)).toBeGreaterThan(0);
      expect(editDistance(typed, meant)).toBeLessThanOrEqual(2);
      expect(editDistance(meant, typed)).toBe(editDistance(typed, meant));
    }),
  );
});
