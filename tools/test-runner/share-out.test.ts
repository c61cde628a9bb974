import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../processes/repository.ts';
import { shareOut, type VitestSuite } from './share-out.ts';

const ALL: VitestSuite[] = ['functions', 'web', 'tools', 'rules', 'emulators'];

test('three Vitests run at a time, with the same number of workers each', () => {
  const { shares, sideBySide } = shareOut(ALL, false, 3);
  expect(sideBySide).toBe(3);
  expect(shares.map(({ workers }) => workers)).toEqual(shares.map(() => 1));
  expect(shareOut(ALL, false, 9).shares[0]?.workers).toBe(3);
  expect(shareOut(ALL, false, 2)).toMatchObject({
    sideBySide: 2,
    shares: [{ workers: 1 }, {}, {}, {}, {}, {}, {}],
  });
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
