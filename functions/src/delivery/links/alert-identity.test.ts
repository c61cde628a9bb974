import { expect, test } from 'vitest';
import { alertIdentity } from '../../contract/index.ts';
import { slotOf } from './alert-identity.ts';

test('distinguishes two alerts that had the same slot one after the other', () => {
  const [first, second] = [alertIdentity('017', 5), alertIdentity('017', 6)];
  expect(first).not.toBe(second);
  expect([first, second].map(slotOf)).toEqual(['017', '017']);
});
