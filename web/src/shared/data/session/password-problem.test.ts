import { expect, test } from 'vitest';
import { passwordProblem } from './password-problem.ts';

test('accepts six characters and rejects five', () => {
  expect(passwordProblem('secret')).toBeNull();
  expect(passwordProblem('short')).toBe('Password must be at least 6 characters');
});
