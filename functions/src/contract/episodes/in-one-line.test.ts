import { expect, test } from 'vitest';
import { inOneLine } from './in-one-line.ts';

test.each([
  ['A sentence.\nAnother one', 'A sentence.\nAnother one'],
  ['First item\nSecond item\n\nThird', 'First item · Second item · Third'],
  ['In this episode:\nthis and that', 'In this episode:\nthis and that'],
  ['about >>>OpenAI<<<\nand more', 'about >>>OpenAI<<< · and more'],
  [' plain \n', 'plain'],
  ['', ''],
])('%j reads %j', (text, line) => {
  expect(inOneLine(text)).toBe(line);
});
