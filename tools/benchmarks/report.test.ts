import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createReport, lineOf } from './report.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'earshot-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});

/** Runs a benchmark of one figure; answers the exit code that it sets. */
function runWith(value: number): typeof process.exitCode {
  const before = process.exitCode;
  const report = createReport('search', folder);
  report.tell({ name: 'common word', value, unit: 'ms', bar: { atMost: 2 } });
  report.end();
  const code = process.exitCode;
  process.exitCode = before;
  return code;
}

test('a figure is compared with the last run’s, and a missed bar fails the run', () => {
  expect(runWith(1)).toBe(0);
  expect(printed).toEqual([expect.stringMatching(/^PASS {2}common word .* 1 ms {2}at most 2$/)]);
  printed.length = 0;
  expect(runWith(2.5)).toBe(1);
  expect(printed[0]).toMatch(/^Compared with \d{4}-/);
  expect(printed[1]).toMatch(/^MISS .*\+150 % \(before 1\)$/);
});

test('a damaged file of the last run is as none', () => {
  writeFileSync(path.join(folder, 'search.json'), '{"figures":');
  expect(runWith(1)).toBe(0);
  expect(printed[0]).toMatch(/^PASS/);
});

test('a change of up to a tenth is told without the figure before', () => {
  const figure = { name: 'rate', value: 950, unit: '/s', bar: { atLeast: 800 } };
  expect(lineOf(figure, 1000)).toMatch(/^PASS .* 950 \/s {2}at least 800 +-5 %$/);
  expect(lineOf({ ...figure, value: 700 }, undefined)).toMatch(/^MISS .* 700 \/s/);
  expect(lineOf({ name: 'size', value: 0, unit: 'MiB' }, 0)).toMatch(/as before$/);
});
