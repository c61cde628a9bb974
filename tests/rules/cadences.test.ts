import { expect, test } from 'vitest';
import { CADENCES } from '../../functions/src/contract/index.ts';
import { RULES } from './rules-file.ts';

test('the rules take the cadences of the contract, and no others', () => {
  const [, list = ''] = /person\.cadence in \[([^\]]*)\]/.exec(RULES) ?? [];
  expect([...list.matchAll(/'([^']*)'/g)].map(([, name]) => name)).toEqual([...CADENCES]);
});
