import { errorCode } from '#shared/session/auth-error.ts';

/** The reader's sentence for what failed on the account page; `fallback` where no code says more. */
export function accountFailureText(error: unknown, fallback: string): string {
  switch (errorCode(error)) {
    case 'auth/wrong-password':
    case 'auth/invalid-credential':
      return 'The current password is not right.';
    case 'auth/too-many-requests':
      return 'Too many failed attempts. Please try again later.';
    case 'auth/network-request-failed':
      return 'Network error. Please check your connection and try again.';
    case null:
    default:
      return fallback;
  }
}
