import { expect, test } from 'vitest';
import { testCommand } from './test-suites.ts';

/** What is chosen; throws the sentence that refuses it. */
function chooseTests(args: string[]) {
  const line = testCommand(args);
  if (line.kind === 'run') return line.options;
  throw new Error(line.text);
}

const ALL = { files: [], name: null, updateScreenshots: false };

test('all suites run unless some are named', () => {
  expect(chooseTests([])).toEqual({
    units: ['functions', 'web', 'tools'],
    stack: ['rules', 'emulators', 'journeys'],
    ...ALL,
  });
  expect(chooseTests(['journeys', 'web'])).toEqual({ units: ['web'], stack: ['journeys'], ...ALL });
});

test('an unknown suite is refused, and the known ones named', () => {
  expect(() => chooseTests(['jurneys'])).toThrow(
    'There is no suite "jurneys"; the suites are functions, web, tools, rules, emulators, journeys, faults.',
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
