import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../processes/repository.ts';
import { shareOut, testCommand, type VitestSuite } from './test-suites.ts';

/** The chosen tests; throws the error message. */
function chooseTests(args: string[]) {
  const line = testCommand(args);
  if (line.kind === 'run') return line.options;
  throw new Error(line.text);
}

const ALL = { files: [], name: null, updateScreenshots: false };

test('all suites run unless some are named', () => {
  expect(chooseTests([])).toEqual({
    units: ['functions', 'web', 'tools'],
    stack: ['rules', 'emulators', 'hosting', 'journeys'],
    ...ALL,
  });
  expect(chooseTests(['journeys', 'web'])).toEqual({ units: ['web'], stack: ['journeys'], ...ALL });
});

test('an unknown suite is refused, and the known ones named', () => {
  expect(() => chooseTests(['jurneys'])).toThrow(
    'There is no suite "jurneys"; the suites are functions, web, tools, rules, emulators, hosting, journeys, faults.',
  );
});

test('faults run only where they are named, and alone', () => {
  expect(chooseTests(['faults'])).toEqual({ units: [], stack: ['faults'], ...ALL });
  expect(() => chooseTests(['rules', 'faults'])).toThrow('The suite "faults" runs alone.');
});

test('a file of a suite and a name of a test can be chosen', () => {
  expect(chooseTests(['journeys/search', '-t', 'by keyboard'])).toEqual({
    units: [],
    stack: ['journeys'],
    files: ['search'],
    name: 'by keyboard',
    updateScreenshots: false,
  });
  expect(chooseTests(['journeys', '--update-screenshots']).updateScreenshots).toBe(true);
  expect(chooseTests(['faults/many-alerts']).files).toEqual(['many-alerts']);
  expect(chooseTests(['functions/query/excerpt']).files).toEqual(['query/excerpt']);
  expect(() => chooseTests(['--bail'])).toThrow("Unknown option '--bail'");
});

const VITEST_SUITES: VitestSuite[] = ['functions', 'web', 'tools', 'rules', 'emulators', 'hosting'];

test('as many Vitests run at a time as there are workers, and share those', () => {
  const shared = (workers: number) => {
    const { shares, sideBySide } = shareOut(VITEST_SUITES, false, workers);
    return { sideBySide, workers: shares.map((share) => share.workers) };
  };
  const each = (workers: number) => Array<number>(9).fill(workers);
  expect(shared(2)).toEqual({ sideBySide: 2, workers: each(1) });
  expect(shared(3)).toEqual({ sideBySide: 3, workers: each(1) });
  expect(shared(5)).toEqual({ sideBySide: 5, workers: each(1) });
  expect(shared(19)).toEqual({ sideBySide: 9, workers: each(2) });
});

test('every project of vitest.config.ts belongs to exactly one Vitest', () => {
  const config = readFileSync(path.join(REPOSITORY, 'vitest.config.ts'), 'utf8');
  const known = [...config.matchAll(/\bname: '([^']+)'/g)].map(([, name]) => name);
  const { shares } = shareOut([...VITEST_SUITES, 'faults'], false);
  expect(shares.flatMap(({ projects }) => projects).sort()).toEqual(known.sort());
});

test('a suite alone has all workers', () => {
  expect(shareOut(['web'], false, 3)).toEqual({
    shares: [{ projects: ['web'], workers: 3 }],
    sideBySide: 1,
  });
  expect(shareOut([], false, 3)).toEqual({ shares: [], sideBySide: 1 });
});

test('what is chosen by name runs in one Vitest', () => {
  expect(shareOut(['functions', 'web'], true, 3)).toEqual({
    shares: [{ projects: ['functions*', 'web*'], workers: 3 }],
    sideBySide: 1,
  });
});
