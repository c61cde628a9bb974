const MIN_PASSWORD_LENGTH = 6;

/**
 * Why a sign-up is refused before it is sent, as a sentence, or null. Presence and form of the
 * e-mail address are the form's own to check.
 */
export function signUpProblem(password: string, confirmation: string): string | null {
  if (password !== confirmation) return 'Passwords do not match';
  if (password.length < MIN_PASSWORD_LENGTH) {
    return `Password must be at least ${MIN_PASSWORD_LENGTH} characters`;
  }
  return null;
}
