const MIN_PASSWORD_LENGTH = 6;

/** The hint below the field of a new password. */
export const PASSWORD_HINT = `At least ${MIN_PASSWORD_LENGTH} characters`;

/** The error message for an invalid new password, or null. */
export function passwordProblem(password: string): string | null {
  if (password.length >= MIN_PASSWORD_LENGTH) return null;
  return `Password must be at least ${MIN_PASSWORD_LENGTH} characters`;
}
