import { expect, test } from 'vitest';
import { isFull, limitText, roomText } from './room-text.ts';

test.each([
  ['alert', 179, ''],
  ['alert', 180, 'You can add 20 more alerts.'],
  ['alert', 199, 'You can add 1 more alert.'],
  ['alert', 200, 'You have reached the limit of 200 alerts. Delete one to add another.'],
  // Alerts created before the limit existed may exceed it.
  ['alert', 250, 'You have reached the limit of 200 alerts. Delete one to add another.'],
  ['bookmark', 0, ''],
  ['bookmark', 900, 'You can add 100 more bookmarks.'],
  ['bookmark', 1000, 'You have reached the limit of 1,000 bookmarks. Remove one to add another.'],
] as const)('%s with %i saved returns %j', (kind, saved, text) => {
  expect(roomText(kind, saved)).toBe(text);
});

test('limitText uses the plural for several items', () => {
  expect(limitText('alert', 3)).toBe(
    'These would exceed the limit of 200 alerts. Delete some to add them.',
  );
});

test('isFull is true from the limit on', () => {
  expect([999, 1000].map((saved) => isFull('bookmark', saved))).toEqual([false, true]);
});
