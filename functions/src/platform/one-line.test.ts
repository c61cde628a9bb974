import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutAtWord, oneLine } from './one-line.ts';

const charactersOf = (text: string) =>
  Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);

const character = fc.constantFrom(
  'a',
  ' ',
  'é',
  'e\u0301',
  'か\u3099',
  '漢',
  'ע',
  'नि',
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  '🇪🇺',
  '1️⃣',
);

test('truncates between grapheme clusters', () => {
  fc.assert(
    fc.property(
      fc.array(character, { maxLength: 60 }),
      fc.integer({ min: 15, max: 60 }),
      (all, max) => {
        const text = all.join('');
        const line = oneLine(text, max);
        expect(line.length).toBeLessThanOrEqual(max);
        const whole = text.replaceAll(/\s+/g, ' ').trim();
        if (line === whole) return;
        expect(line.endsWith('…')).toBe(true);
        const kept = charactersOf(line.slice(0, -1));
        expect(charactersOf(whole).slice(0, kept.length)).toEqual(kept);
      },
    ),
  );
});

test('truncates an endless cluster between code points', () => {
  const family = '👩‍'.repeat(100);
  expect(oneLine(family, 20).length).toBeLessThanOrEqual(20);
  expect(oneLine(family, 20).isWellFormed()).toBe(true);
  expect(oneLine(family, 21).isWellFormed()).toBe(true);
});

test('strips bidirectional control characters', () => {
  expect(oneLine('\u202Egnp.exe \u2067a\u2066b\u2069c\u200F', 99)).toBe('gnp.exe abc\u200F');
});

test('limits combining marks to four per letter', () => {
  expect(oneLine(`Z${'\u0301'.repeat(50)}algo`, 99)).toBe(`Z${'\u0301'.repeat(4)}algo`);
  const languages = 'Tiếng Việt ที่นี่ สวัสดี हिन्दी בְּרֵאשִׁ֖ית 👩🏽‍🚀 1️⃣ བསྒྲུབས';
  for (const form of ['NFC', 'NFD'] as const) {
    expect(oneLine(languages.normalize(form), 999)).toBe(languages.normalize(form));
  }
});

test('replaces a lone surrogate', () => {
  expect(oneLine('a\uD83Cb', 9)).toBe('a\uFFFDb');
});

test.each([
  ['Everyone is asking who', 22, 'Everyone is asking who'],
  ['Everyone is asking who', 20, 'Everyone is asking…'],
  ['Everyone is asking who', 19, 'Everyone is asking…'],
  ['Everyone is asking who', 18, 'Everyone is…'],
  ['A Donaudampfschifffahrt', 20, 'A Donaudampfschifff…'],
  ['東京の夜、AIと話す', 6, '東京の夜、…'],
])('truncates %j to %i between words if it can', (text, maxLength, cut) => {
  expect(cutAtWord(text, maxLength)).toBe(cut);
});

test('truncates between words within the maximum length', () => {
  fc.assert(
    fc.property(
      fc.array(character, { maxLength: 60 }),
      fc.integer({ min: 3, max: 60 }),
      fc.constantFrom('…', ' …'),
      (all, max, end) => {
        const text = all.join('');
        const cut = cutAtWord(text, max, end);
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(cut === text || cut.endsWith('…')).toBe(true);
        expect(cut.isWellFormed()).toBe(true);
      },
    ),
  );
});
