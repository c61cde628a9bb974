import { passwordProblem } from '#shared/data/session/password-problem.ts';

/** The error message for an invalid password or confirmation, or null. The form validates the email address. */
export function signUpProblem(password: string, confirmation: string): string | null {
  return password === confirmation ? passwordProblem(password) : 'Passwords do not match';
}
