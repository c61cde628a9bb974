const MIN_PASSWORD_LENGTH = 6;

/** What a new password must be, for the line below its field. */
export const PASSWORD_HINT = `At least ${MIN_PASSWORD_LENGTH} characters`;

/** Why a new password is refused before it is sent, as a sentence, or null. */
export function passwordProblem(password: string): string | null {
  if (password.length >= MIN_PASSWORD_LENGTH) return null;
  return `Password must be at least ${MIN_PASSWORD_LENGTH} characters`;
}
