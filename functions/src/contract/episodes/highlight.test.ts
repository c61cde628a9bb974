import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  HIGHLIGHT_END,
  HIGHLIGHT_START,
  inOneLine,
  splitHighlights,
  withoutForgedHighlights,
} from './highlight.ts';

test.each([
  ['A sentence.\nAnother one', 'A sentence.\nAnother one'],
  ['First item\nSecond item\n\nThird', 'First item · Second item · Third'],
  ['In this episode:\nthis and that', 'In this episode:\nthis and that'],
  ['about >>>OpenAI<<<\nand more', 'about >>>OpenAI<<< · and more'],
  [' plain \n', 'plain'],
  ['', ''],
])('puts %j in one line as %j', (text, line) => {
  expect(inOneLine(text)).toBe(line);
});

const markedUp = (text: string) => `${HIGHLIGHT_START}${text}${HIGHLIGHT_END}`;

test.each([
  ['no markers', [{ text: 'no markers', highlighted: false }]],
  ['', []],
  [
    `a ${markedUp('b')} c`,
    [
      { text: 'a ', highlighted: false },
      { text: 'b', highlighted: true },
      { text: ' c', highlighted: false },
    ],
  ],
  [
    `${markedUp('a')}${markedUp('b')}`,
    [
      { text: 'a', highlighted: true },
      { text: 'b', highlighted: true },
    ],
  ],
  ['>>>never closed', [{ text: '>>>never closed', highlighted: false }]],
  ['never opened<<<', [{ text: 'never opened<<<', highlighted: false }]],
  ['>>><<<', [{ text: '>>><<<', highlighted: false }]],
  [
    `>${markedUp('a')}<`,
    [
      { text: '>', highlighted: false },
      { text: 'a', highlighted: true },
      { text: '<', highlighted: false },
    ],
  ],
])('splits %j', (text, parts) => {
  expect(splitHighlights(text)).toEqual(parts);
});

describe('highlights', () => {
  const anything = fc.string({ unit: fc.constantFrom('>', '<', 'a', ' ', '\n', 'é') });

  test('no text forges a highlight after withoutForgedHighlights', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const parts = splitHighlights(withoutForgedHighlights(text));
        expect(parts.filter((part) => part.highlighted)).toEqual([]);
      }),
    );
  });

  test('splitHighlights highlights exactly the marked word and loses no text', () => {
    fc.assert(
      fc.property(anything, fc.stringMatching(/^[a-z]+$/), anything, (before, word, after) => {
        const source = [
          withoutForgedHighlights(before),
          word,
          withoutForgedHighlights(after),
        ] as const;
        const parts = splitHighlights(`${source[0]}${markedUp(word)}${source[2]}`);
        expect(parts.filter((part) => part.highlighted)).toEqual([
          { text: word, highlighted: true },
        ]);
        expect(parts.map((part) => part.text).join('')).toBe(source.join(''));
      }),
    );
  });
});
