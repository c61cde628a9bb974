import { expect, test } from 'vitest';
import { isInRange, uidRanges } from './shard-layout.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

let state = 1;

function randomUid(): string {
  const letter = () => {
    state = (state * 48_271) % 2_147_483_647;
    return LETTERS[state % 62];
  };
  return Array.from({ length: 28 }, letter).join('');
}

test.each([1, 2, 3, 16, 100, 1024])('every user id is in exactly one of %d ranges', (count) => {
  const ranges = uidRanges(count);
  const uids = [
    '',
    '0',
    '~',
    'ümlaut',
    '日本',
    '😀',
    'zz',
    'zzz',
    ...Array.from({ length: 500 }, randomUid),
  ];
  for (const uid of uids) {
    expect(ranges.filter((range) => isInRange(uid, range))).toHaveLength(1);
  }
});

test('ranges contain equal shares of Firebase’s ids', () => {
  const ranges = uidRanges(16);
  const counts = ranges.map(() => 0);
  for (let each = 0; each < 32_000; each += 1) {
    const uid = randomUid();
    counts[ranges.findIndex((range) => isInRange(uid, range))]! += 1;
  }
  for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(300);
});
