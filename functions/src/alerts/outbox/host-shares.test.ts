import { expect, test } from 'vitest';
import { hostShares } from './host-shares.ts';

test('a host that is slow and a person with many channels have their share, and leave the rest', () => {
  const shares = hostShares({ host: 2, person: 3 });
  const take = (host: string, person: string) => shares.take({ host, person });
  const ends = [take('slow', 'ada'), take('slow', 'grace')];
  expect(take('slow', 'linus')).toBeNull();
  const others = ['one', 'two', 'three'].map((host) => take(host, 'linus'));
  expect(others).not.toContain(null);
  expect(take('four', 'linus')).toBeNull();
  ends[0]?.();
  expect(take('slow', 'ada')).not.toBeNull();
  others[0]?.();
  expect(take('four', 'linus')).not.toBeNull();
});
