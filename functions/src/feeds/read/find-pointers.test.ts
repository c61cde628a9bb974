import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutBlowUp } from '../fixtures/without-blow-up.ts';
import { findPointers, mergeRanges } from './find-pointers.ts';

const LISTEN = 'Listen on Apple Podcasts, Spotify or Overcast.';

test.each([
  ['More at https://kiln.example/openai, and more.', ['https://kiln.example/openai']],
  ['Glaze (https://kiln.example/a) and clay', ['(https://kiln.example/a)']],
  ['Glaze(https://kiln.example/a)clay', ['https://kiln.example/a)clay']],
  ['Site:www.kiln.example', ['www.kiln.example']],
  ['kiln.example/openai.', ['kiln.example/openai']],
  ['Ask ada@kiln.example!', ['ada@kiln.example']],
  ['Ada (@ada_kiln) and @bob@kiln.example.', ['(@ada_kiln)', '@bob@kiln.example']],
  [`${LISTEN} Ada fires a pot.`, [LISTEN]],
  ['Ada fires a pot.\nApple Podcasts, YouTube, Castbox', ['Apple Podcasts, YouTube, Castbox']],
])('finds in %j the pointers %j', (notes, pointers) => {
  expect(findPointers(notes).map(({ start, end }) => notes.slice(start, end))).toEqual(pointers);
});

test.each([
  'Node.js and Booking.com, 24/7, at 5 @ home, and/or v1.2/3',
  'Apple Podcasts and Spotify show transcripts.',
  'TikTok, Instagram and YouTube are closed to children.',
  'Spotify, YouTube and Audible raise their prices.',
])('finds no pointers in %j', (notes) => {
  expect(findPointers(notes)).toEqual([]);
});

test('merges ranges that touch', () => {
  const range = (start: number, end: number) => ({ start, end });
  expect(mergeRanges([range(5, 9), range(0, 2), range(6, 7), range(9, 12)])).toEqual([
    range(0, 2),
    range(5, 12),
  ]);
});

test('pointers are sorted, disjoint and trimmed for any text', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '.', '/', '@', '(', ')', ' ', '\n', 'http://', 'www.', 'é', '😀'),
  });
  fc.assert(
    fc.property(text, (notes) => {
      let before = -1;
      for (const { start, end } of findPointers(notes)) {
        expect(start).toBeGreaterThan(before);
        expect(notes.slice(start, end)).toMatch(/^\S(?:.*\S)?$/su);
        before = end;
      }
      expect(before).toBeLessThanOrEqual(notes.length);
    }),
  );
});

test.each([
  'a@',
  '.aa',
  'www.',
  'https://',
  '(https://a.b) ',
  '@ ',
  'apple podcasts, ',
  'www..',
  'a.b/',
])('searches a megabyte of %j in linear time', (piece) => {
  withoutBlowUp(() => findPointers(piece.repeat(1_000_000 / piece.length)));
});
