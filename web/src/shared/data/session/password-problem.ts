const MIN_PASSWORD_LENGTH = 6;

export const PASSWORD_HINT = `At least ${MIN_PASSWORD_LENGTH} characters`;

export function passwordProblem(password: string): string | null {
  if (password.length >= MIN_PASSWORD_LENGTH) return null;
  return `Password must be at least ${MIN_PASSWORD_LENGTH} characters`;
}
