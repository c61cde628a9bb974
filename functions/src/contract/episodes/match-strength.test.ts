import { expect, test } from 'vitest';
import { MATCH_GROUNDS, strengthBy, stronger } from './match-strength.ts';

test('a match is as strong as its ground, and passing without a ground', () => {
  expect(strengthBy('chapter')).toEqual({ strength: 'about', why: 'chapter' });
  expect(strengthBy('said')).toEqual({ strength: 'passing', why: 'said' });
  expect(strengthBy(null)).toEqual({ strength: 'passing' });
});

test('stronger returns the stronger match, or the first of equal matches', () => {
  const [title, once, none] = [strengthBy('title'), strengthBy('once'), strengthBy(null)];
  expect(stronger(once, title)).toBe(title);
  expect(stronger(title, once)).toBe(title);
  expect(stronger(none, once)).toBe(once);
  expect(stronger(once, {})).toBe(once);
  expect(stronger(once, { ...once })).toBe(once);
});

test('grounds of `about` precede grounds of `passing`', () => {
  const strengths = Object.values(MATCH_GROUNDS).map(({ strength }) => strength);
  expect(strengths.lastIndexOf('about')).toBeLessThan(strengths.indexOf('passing'));
});
