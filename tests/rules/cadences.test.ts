import { expect, test } from 'vitest';
import { CADENCES } from '../../functions/src/contract/index.ts';
import { RULES } from './rules-file.ts';

test('the rules accept exactly the cadences of the contract', () => {
  const [, list = ''] = /person\.cadence in \[([^\]]*)\]/.exec(RULES) ?? [];
  expect([...list.matchAll(/'([^']*)'/g)].map(([, name]) => name)).toEqual([...CADENCES]);
});
