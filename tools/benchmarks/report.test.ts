import { beforeEach, expect, test, vi } from 'vitest';
import { comparedLine, createReport } from './report.ts';

const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});

/** Returns the exit code of a benchmark with these figures. */
function runWith(...values: number[]): typeof process.exitCode {
  const before = process.exitCode;
  const report = createReport();
  for (const value of values) {
    report.add({ name: 'common word', value, unit: 'ms', bar: { atMost: 2 } });
  }
  report.end();
  const code = process.exitCode;
  process.exitCode = before;
  return code;
}

test('a run fails if one figure misses its bar', () => {
  expect(runWith(1, 2)).toBe(0);
  expect(printed[0]).toMatch(/^PASS {2}common word .* 1 ms {2}at most 2$/);
  expect(runWith(1, 2.5, 2)).toBe(1);
  expect(printed[3]).toMatch(/^MISS {2}common word .* 2.5 ms {2}at most 2$/);
});

test('prints a figure without a bar, and its note', () => {
  const report = createReport();
  report.add({ name: 'rate', value: 700.4, unit: '/s', bar: { atLeast: 800 } });
  report.add({ name: 'size', value: 0.12345, unit: 'MiB', note: 'packed' });
  expect(printed[0]).toMatch(/^MISS .* 700 \/s {2}at least 800$/);
  expect(printed[1]).toMatch(/^ {6}size .* 0.123 MiB .* packed$/);
});

test('prints both medians of a comparison, and the median ratio of the pairs', () => {
  const line = comparedLine({ name: 'search', unit: 'ms', old: [9, 2, 1], here: [18, 3, 2] });
  expect(line.split(/\s{2,}/)).toEqual(['search', '2 ms', '3 ms', '2.00 x']);
});

test('prints no ratio to zero', () => {
  expect(comparedLine({ name: 'search', unit: 'ms', old: [0], here: [4] })).toMatch(/–$/);
});
