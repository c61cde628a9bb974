import { expect, test } from 'vitest';
import { signUpProblem } from './sign-up-page.tsx';

test.each([
  ['secret', 'secret', null],
  ['secret', 'Secret', 'Passwords do not match'],
  ['secret', '', 'Passwords do not match'],
  ['short', 'short', 'Password must be at least 6 characters'],
  ['short', 'other', 'Passwords do not match'],
])('checks the password %j repeated as %j', (password, confirmation, problem) => {
  expect(signUpProblem(password, confirmation)).toBe(problem);
});
