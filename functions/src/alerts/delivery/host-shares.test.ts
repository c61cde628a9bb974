import { expect, test } from 'vitest';
import { hostShares } from './host-shares.ts';

test('a host that is slow and a person with many channels have their share, and leave the rest', () => {
  const shares = hostShares(2);
  const ends = [shares.take(['slow', 'ada']), shares.take(['slow', 'grace'])];
  expect(shares.take(['slow', 'linus'])).toBeNull();
  expect(shares.take(['fast', 'linus'])).not.toBeNull();
  expect(shares.take(['other', 'linus'])).not.toBeNull();
  expect(shares.take(['another', 'linus'])).toBeNull();
  ends[0]?.();
  expect(shares.take(['slow', 'ada'])).not.toBeNull();
  expect(shares.take([])).not.toBeNull();
});
