import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { alertIdentity, documentIdOf } from './alert-identity.ts';

const saved = (atMs: number) => ({ createdAt: Timestamp.fromMillis(atMs) });

test('two alerts that had the same slot one after the other are told apart', () => {
  const [first, second] = [alertIdentity('017', saved(5)), alertIdentity('017', saved(6))];
  expect(first).not.toBe(second);
  expect([first, second].map(documentIdOf)).toEqual(['017', '017']);
});

test.each(['one', 'Yk2dXv0b1cQ9aLw3Zr7e', '0171-x', 'a-b'])(
  'an alert from before the slots is known by its id %j',
  (id) => {
    expect(alertIdentity(id, saved(5))).toBe(id);
    expect(documentIdOf(id)).toBe(id);
  },
);

test('an odd document without a time is known by its id', () => {
  expect(alertIdentity('017', {})).toBe('017');
  expect(documentIdOf('017')).toBe('017');
});
