import { expect, test } from 'vitest';
import { deletionRefusal } from './deletion-refusal.ts';

const now = Date.parse('2026-11-05T12:00:00Z');
const attempt = { confirm: 'ada@example.com', email: 'ada@example.com', signedInAtMs: now - 1000 };

test('the own address, typed soon after signing in, is enough', () => {
  expect(deletionRefusal(attempt, now)).toBeNull();
});

test('case and surrounding space of what was typed do not matter', () => {
  expect(deletionRefusal({ ...attempt, confirm: ' Ada@EXAMPLE.com\n' }, now)).toBeNull();
  expect(deletionRefusal({ ...attempt, email: 'Ada@Example.com' }, now)).toBeNull();
});

test.each(['', 'ada', 'grace@example.com', 'ada@example.co', 'delete'])(
  '"%s" confirms nothing',
  (confirm) => {
    expect(deletionRefusal({ ...attempt, confirm }, now)).toBe('confirmation-mismatch');
  },
);

test.each([undefined, ''])('an account without an address cannot be confirmed', (email) => {
  expect(deletionRefusal({ ...attempt, email, confirm: '' }, now)).toBe('confirmation-mismatch');
});

test('a sign-in counts as recent for five minutes, to the millisecond', () => {
  const atLimit = { ...attempt, signedInAtMs: now - 300_000 };
  expect(deletionRefusal(atLimit, now)).toBeNull();
  expect(deletionRefusal(atLimit, now + 1)).toBe('recent-login-required');
});
