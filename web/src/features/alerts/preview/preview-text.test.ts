import { expect, test } from 'vitest';
import { countText, manyText, previewText } from './preview-text.ts';

const countOf = (total: number) => ({ total, isPart: total >= 1000 });

test.each([
  [0, 'No episodes in the past month'],
  [1, 'About 1 episode in the past month'],
  [42, 'About 42 episodes in the past month'],
  [999, 'About 999 episodes in the past month'],
  [1000, 'At least 1,000 episodes in the past month'],
])('describes %i episodes as "%s"', (total, text) => {
  expect(previewText(countOf(total))).toBe(text);
});

test.each([
  [214, ''],
  [215, 'That is about 50 a week.'],
  [300, 'That is about 70 a week.'],
  [1000, 'That is more than 233 a week.'],
])('warns about %i episodes in the past month: "%s"', (total, text) => {
  expect(manyText(countOf(total))).toBe(text);
});

test.each([
  [undefined, '…'],
  [null, '–'],
  [countOf(0), 'none'],
  [countOf(42), '42'],
  [countOf(1000), '1,000+'],
])('formats the count %j as "%s" in a list', (count, text) => {
  expect(countText(count)).toBe(text);
});
