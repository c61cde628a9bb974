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

test('runs every suite except looks and faults by default', () => {
  expect(chooseTests([])).toEqual({ kind: 'push', suites: EVERY, ...ALL });
  const named = { kind: 'chosen', suites: ['web', 'journeys'], ...ALL };
  expect(chooseTests(['journeys', 'web'])).toEqual(named);
});

test('runs the looks every night', () => {
  const suites = [...EVERY, 'looks'];
  expect(chooseTests(['--nightly'])).toEqual({ kind: 'nightly', suites, ...ALL });
});

test('refuses an unknown suite, and lists the known suites', () => {
  expect(() => chooseTests(['jurneys'])).toThrow(
    'There is no suite "jurneys"; the suites are functions, web, tools, rules, emulators, hosting, journeys, looks, faults.',
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
  const shares = shareOut([...EVERY, 'faults'], false).filter(({ tool }) => tool === 'vitest');
  expect(shares.flatMap(({ projects }) => projects).sort()).toEqual(known.sort());
});

test('divides the journeys into shards, which together run all of them', () => {
  const shares = shareOut(['journeys', 'looks', 'tools'], false);
  const shards = shares.flatMap((share) =>
    share.tool === 'playwright' ? [`${share.projects.join()} ${share.shard}`] : [],
  );
  expect(shards).toEqual(
    ['journeys', 'looks'].flatMap((suite) => [1, 2, 3, 4].map((each) => `${suite} ${each}/4`)),
  );
  expect(shares.at(-1)).toMatchObject({ projects: ['tools'] });
});

test('divides the workers among the processes', () => {
  expect(shareOut(['web'], false, 3)).toEqual([{ tool: 'vitest', projects: ['web'], workers: 3 }]);
  const workers = (suites: Suite[], all: number) =>
    shareOut(suites, false, all).map((share) => share.workers);
  expect(workers(['web', 'tools'], 3)).toEqual([1, 1]);
  expect(workers(['journeys'], 9)).toEqual([2, 2, 2, 2]);
  expect(new Set(workers(EVERY, 3))).toEqual(new Set([1]));
});

test('runs files chosen by name in one process of each tool', () => {
  const vitest = { tool: 'vitest', projects: ['rules-mutants', 'rules', 'web'], workers: 3 };
  const both = ['journeys', 'looks'];
  const playwright = { tool: 'playwright', projects: both, workers: 3, shard: null };
  expect(shareOut(['web', 'rules'], true, 3)).toEqual([vitest]);
  expect(shareOut(['journeys', 'looks'], true, 3)).toEqual([playwright]);
  expect(shareOut(['web', 'rules', 'journeys', 'looks'], true, 3)).toEqual([vitest, playwright]);
});
