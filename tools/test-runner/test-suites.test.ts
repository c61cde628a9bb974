import { expect, test } from 'vitest';
import { chooseSuites } from './test-suites.ts';

test('all suites run unless some are named', () => {
  expect(chooseSuites([])).toEqual({
    units: ['functions', 'web', 'tools'],
    stack: ['rules', 'emulators', 'journeys'],
  });
  expect(chooseSuites(['journeys', 'web'])).toEqual({ units: ['web'], stack: ['journeys'] });
});

test('an unknown suite is refused, and the known ones named', () => {
  expect(() => chooseSuites(['jurneys'])).toThrow(
    'There is no suite "jurneys"; the suites are functions, web, tools, rules, emulators, journeys, faults.',
  );
});

test('faults run only where they are named, and alone', () => {
  expect(chooseSuites(['faults'])).toEqual({ units: [], stack: ['faults'] });
  expect(() => chooseSuites(['rules', 'faults'])).toThrow('The suite "faults" runs alone.');
});
