import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../processes/repository.ts';
import { type Suite, shareOut, testCommand } from './test-suites.ts';

/** Returns the chosen tests, or throws the error message. */
function chooseTests(args: string[]) {
  const line = testCommand(args);
  if (line.kind === 'run') return line.options;
  throw new Error(line.text);
}

const EVERY: Suite[] = ['functions', 'web', 'tools', 'rules', 'emulators', 'hosting', 'journeys'];
const ALL = { files: [], name: null, updateScreenshots: false };

test('runs every suite except looks, mutants and faults by default', () => {
  expect(chooseTests([])).toEqual({ kind: 'push', suites: EVERY, ...ALL });
  const named = { kind: 'chosen', suites: ['web', 'journeys'], ...ALL };
  expect(chooseTests(['journeys', 'web'])).toEqual(named);
});

test('runs the looks and the mutants every night', () => {
  const suites = [...EVERY, 'looks', 'mutants'];
  expect(chooseTests(['--nightly'])).toEqual({ kind: 'nightly', suites, ...ALL });
});

test('refuses an unknown suite, and lists the known suites', () => {
  expect(() => chooseTests(['jurneys'])).toThrow(
    'There is no suite "jurneys"; the suites are functions, web, tools, rules, emulators, hosting, journeys, looks, mutants, faults.',
  );
});

test('runs faults only by name and alone', () => {
  expect(chooseTests(['faults'])).toEqual({ kind: 'chosen', suites: ['faults'], ...ALL });
  expect(() => chooseTests(['rules', 'faults'])).toThrow('The suite "faults" runs alone.');
});

test('selects files of a suite and tests by name', () => {
  expect(chooseTests(['journeys/search', '-t', 'by keyboard'])).toEqual({
    kind: 'chosen',
    suites: ['journeys'],
    files: ['search'],
    name: 'by keyboard',
    updateScreenshots: false,
  });
  expect(chooseTests(['-t', 'by keyboard'])).toMatchObject({ kind: 'chosen', suites: EVERY });
  expect(chooseTests(['looks', '--update-screenshots']).updateScreenshots).toBe(true);
  expect(chooseTests(['functions/query/excerpt']).files).toEqual(['query/excerpt']);
  expect(() => chooseTests(['--bail'])).toThrow("Unknown option '--bail'");
});

test('one Vitest process runs each project of vitest.config.ts', () => {
  const config = readFileSync(path.join(REPOSITORY, 'vitest.config.ts'), 'utf8');
  const known = [...config.matchAll(/\bname: '([^']+)'/g)].map(([, name]) => name);
  const shares = shareOut([...EVERY, 'faults'], false);
  expect(shares.flatMap(({ projects }) => projects).sort()).toEqual(known.sort());
});

test('divides the workers among the Vitest processes', () => {
  expect(shareOut(['web', 'journeys'], false, 3)).toEqual([{ projects: ['web'], workers: 3 }]);
  expect(shareOut(['web', 'tools'], false, 3).map(({ workers }) => workers)).toEqual([1, 1]);
  expect(shareOut(EVERY, false, 3).every(({ workers }) => workers === 1)).toBe(true);
  expect(shareOut(['journeys'], false, 3)).toEqual([]);
});

test('runs files chosen by name in one Vitest process', () => {
  expect(shareOut(['web', 'rules'], true, 3)).toEqual([
    { projects: ['rules-mutants', 'rules', 'web'], workers: 3 },
  ]);
});
