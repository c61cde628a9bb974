import { expect, test } from 'vitest';
import { comparedLine } from './compared-figures.ts';

test('a line has both medians and the median ratio of the pairs', () => {
  const line = comparedLine({ name: 'search', unit: 'ms', old: [9, 2, 1], here: [18, 3, 2] });
  expect(line.split(/\s{2,}/)).toEqual(['search', '2 ms', '3 ms', '2.00 x']);
});

test('a line has no ratio to nothing', () => {
  expect(comparedLine({ name: 'search', unit: 'ms', old: [0], here: [4], note: 'n' })).toMatch(
    /– {2}n$/,
  );
});
