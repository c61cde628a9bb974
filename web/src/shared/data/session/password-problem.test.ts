import { expect, test } from 'vitest';
import { passwordProblem } from './password-problem.ts';

test('a password of six characters will do, one less will not', () => {
  expect(passwordProblem('secret')).toBeNull();
  expect(passwordProblem('short')).toBe('Password must be at least 6 characters');
});
