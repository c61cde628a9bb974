import { expect, test } from 'vitest';
import { MATCH_GROUNDS, strengthBy, stronger } from './match-strength.ts';

test('a match is as strong as its ground, and in passing without one', () => {
  expect(strengthBy('chapter')).toEqual({ strength: 'about', why: 'chapter' });
  expect(strengthBy('said')).toEqual({ strength: 'passing', why: 'said' });
  expect(strengthBy(null)).toEqual({ strength: 'passing' });
});

test('of two matches the stronger counts, of equal ones the first', () => {
  const [title, once, none] = [strengthBy('title'), strengthBy('once'), strengthBy(null)];
  expect(stronger(once, title)).toBe(title);
  expect(stronger(title, once)).toBe(title);
  expect(stronger(none, once)).toBe(once);
  expect(stronger(once, {})).toBe(once);
  expect(stronger(once, { ...once })).toBe(once);
});

test('what is about it comes before what is in passing', () => {
  const strengths = Object.values(MATCH_GROUNDS).map(({ strength }) => strength);
  expect(strengths.lastIndexOf('about')).toBeLessThan(strengths.indexOf('passing'));
});
