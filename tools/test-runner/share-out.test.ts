import { expect, test } from 'vitest';
import { shareOut, type VitestSuite } from './share-out.ts';

const ALL: VitestSuite[] = ['functions', 'web', 'tools', 'rules', 'emulators'];

test('all suites are shared out between two, a third of the workers for the short files', () => {
  expect(shareOut(ALL, 3)).toEqual([
    { suites: ['functions', 'emulators'], workers: 2 },
    { suites: ['web', 'tools', 'rules'], workers: 1 },
  ]);
  expect(shareOut(ALL, 9).map(({ workers }) => workers)).toEqual([6, 3]);
  expect(shareOut(ALL, 2).map(({ workers }) => workers)).toEqual([1, 1]);
});

test('suites of one kind have all workers', () => {
  expect(shareOut(['web', 'rules'], 3)).toEqual([{ suites: ['web', 'rules'], workers: 3 }]);
  expect(shareOut(['faults'], 5)).toEqual([{ suites: ['faults'], workers: 5 }]);
  expect(shareOut([], 3)).toEqual([]);
});
