import { expect, test } from 'vitest';
import { isVerified } from './sign-up-rule.ts';

test.each([
  ['open', 'ada@else.example', true],
  ['closed', 'ada@else.example', true],
  [['example.com'], 'ada@example.com', true],
  [['example.com'], 'ada@Example.COM', true],
  [['example.com'], 'ada@else.example', false],
  [['example.com'], 'ada@sub.example.com', false],
  [['example.com'], undefined, false],
] as const)('with the rule %j, the verified address %s counts: %s', (rule, email, counts) => {
  expect(isVerified({ email, emailVerified: true }, rule)).toBe(counts);
  expect(isVerified({ email, emailVerified: false }, rule)).toBe(false);
});
