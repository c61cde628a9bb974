import fc from 'fast-check';
import { expect, test } from 'vitest';
import { publishedText } from './published-text.ts';
import { excerptParts } from './shown-digest.ts';

test.each([
  ['2026-11-21T12:00:00Z', 'UTC', 'Nov 21, 2026'],
  ['2026-11-22T02:00:00Z', 'America/Los_Angeles', 'Nov 21, 2026'],
  ['2026-11-21T18:00:00Z', 'Asia/Tokyo', 'Nov 22, 2026'],
  ['2026-12-31T18:30:00Z', 'Asia/Kolkata', 'Jan 1, 2027'],
])('formats %s in %s as %s', (at, timeZone, shown) => {
  expect(publishedText(Date.parse(at), timeZone)).toBe(shown);
});

test.each([NaN, Infinity, 8.65e15, -8.65e15])('shows the date %s as unavailable', (pubDateMs) => {
  expect(publishedText(pubDateMs, 'UTC')).toBe('Date unavailable');
});

test('keeps matches marked on one line', () => {
  expect(excerptParts(' We ask\n>>>OpenAI<<< about it. ', 600)).toEqual([
    { text: 'We ask · ', highlighted: false },
    { text: 'OpenAI', highlighted: true },
    { text: ' about it.', highlighted: false },
  ]);
});

test('separates the items of a list', () => {
  const [part] = excerptParts('What a ledger is\nA small one\n\nHow to begin.\nThe end', 600);
  expect(part?.text).toBe('What a ledger is · A small one · How to begin. The end');
});

test('ends at a word with an ellipsis, even at the end of a part', () => {
  const shown = (maxLength: number) =>
    excerptParts('We ask >>>OpenAI<<< about it.', maxLength).map(({ text }) => text);
  expect(shown(23)).toEqual(['We ask ', 'OpenAI', ' about it.']);
  expect(shown(20)).toEqual(['We ask ', 'OpenAI', ' about…']);
  expect(shown(13)).toEqual(['We ask…']);
  expect(shown(14)).toEqual(['We ask ', 'OpenAI…']);
  expect(shown(7)).toEqual(['We ask…']);
  expect(shown(0)).toEqual([]);
});

test('cuts only excerpts that exceed the maximum length', () => {
  const part = fc.string({ unit: 'grapheme', maxLength: 20 });
  fc.assert(
    fc.property(part, part, part, fc.nat(80), (before, match, after, maxLength) => {
      const excerpt = `${before}>>>${match}<<<${after}`;
      const joined = (most: number) =>
        excerptParts(excerpt, most)
          .map(({ text }) => text)
          .join('');
      const whole = joined(10_000);
      expect(joined(maxLength).length).toBeLessThanOrEqual(maxLength);
      if (whole.length <= maxLength) expect(joined(maxLength)).toBe(whole);
    }),
  );
});
