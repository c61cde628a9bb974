import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../processes/repository.ts';
import { shareOut, type VitestSuite } from './share-out.ts';

const ALL: VitestSuite[] = ['functions', 'web', 'tools', 'rules', 'emulators'];

test('as many Vitests run at a time as there are workers, and share those', () => {
  const shared = (workers: number) => {
    const { shares, sideBySide } = shareOut(ALL, false, workers);
    return { sideBySide, workers: shares.map((share) => share.workers) };
  };
  const each = (workers: number) => Array<number>(7).fill(workers);
  expect(shared(2)).toEqual({ sideBySide: 2, workers: each(1) });
  expect(shared(3)).toEqual({ sideBySide: 3, workers: each(1) });
  expect(shared(5)).toEqual({ sideBySide: 5, workers: each(1) });
  expect(shared(17)).toEqual({ sideBySide: 7, workers: each(2) });
});

test('every project of vitest.config.ts belongs to exactly one Vitest', () => {
  const config = readFileSync(path.join(REPOSITORY, 'vitest.config.ts'), 'utf8');
  const known = [...config.matchAll(/\bname: '([^']+)'/g)].map(([, name]) => name);
  const { shares } = shareOut([...ALL, 'faults'], false);
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
