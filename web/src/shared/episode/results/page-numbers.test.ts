import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageButtons } from './page-numbers.ts';

test.each([
  [1, 1, [1]],
  [3, 5, [1, 2, 3, 4, 5]],
  [1, 6, [1, 2, 3, 4, 'gap', 6]],
  [3, 10, [1, 2, 3, 4, 'gap', 10]],
  [4, 10, [1, 'gap', 3, 4, 5, 'gap', 10]],
  [7, 10, [1, 'gap', 6, 7, 8, 'gap', 10]],
  [8, 10, [1, 'gap', 7, 8, 9, 10]],
  [10, 10, [1, 'gap', 7, 8, 9, 10]],
  [4, 6, [1, 'gap', 3, 4, 5, 6]],
])('page %i of %i offers %j', (current, pages, buttons) => {
  expect(pageButtons(current, pages)).toEqual(buttons);
});

describe('on any page', () => {
  const somewhere = fc
    .integer({ min: 1, max: 10_000 })
    .chain((pages) => fc.tuple(fc.integer({ min: 1, max: pages }), fc.constant(pages)));

  test('offers first, last, current and neighbouring pages in order, in at most seven buttons', () => {
    fc.assert(
      fc.property(somewhere, ([current, pages]) => {
        const buttons = pageButtons(current, pages);
        const numbers = buttons.filter((button) => button !== 'gap');
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        for (const page of [
          1,
          pages,
          current,
          Math.max(1, current - 1),
          Math.min(pages, current + 1),
        ])
          expect(numbers).toContain(page);
        expect(buttons.length).toBeLessThanOrEqual(7);
      }),
    );
  });

  test('places a gap exactly where pages are omitted', () => {
    fc.assert(
      fc.property(somewhere, ([current, pages]) => {
        const buttons = pageButtons(current, pages);
        buttons.forEach((button, index) => {
          const [before, after] = [buttons[index - 1], buttons[index + 1]];
          if (button === 'gap') expect(Number(after) - Number(before)).toBeGreaterThan(1);
          else if (typeof after === 'number') expect(after - button).toBe(1);
        });
      }),
    );
  });
});
