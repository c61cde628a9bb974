import { passwordProblem } from '#shared/session/password-problem.ts';

/**
 * Why a sign-up is refused before it is sent, as a sentence, or null. Presence and form of the
 * email address are the form's own to check.
 */
export function signUpProblem(password: string, confirmation: string): string | null {
  return password === confirmation ? passwordProblem(password) : 'Passwords do not match';
}
