import { expect, test } from 'vitest';
import { shareOut, type VitestSuite } from './share-out.ts';

const ALL: VitestSuite[] = ['functions', 'web', 'tools', 'rules', 'emulators'];

test('all suites are shared out between two, who have a worker more than there are cores', () => {
  expect(shareOut(ALL, 2)).toEqual([
    { suites: ['functions', 'emulators'], workers: 2 },
    { suites: ['web', 'tools', 'rules'], workers: 1 },
  ]);
  expect(shareOut(ALL, 8).map(({ workers }) => workers)).toEqual([6, 3]);
  expect(shareOut(ALL, 1).map(({ workers }) => workers)).toEqual([1, 1]);
});

test('suites of one kind have all workers', () => {
  expect(shareOut(['web', 'rules'], 2)).toEqual([{ suites: ['web', 'rules'], workers: 3 }]);
  expect(shareOut(['faults'], 4)).toEqual([{ suites: ['faults'], workers: 5 }]);
});
