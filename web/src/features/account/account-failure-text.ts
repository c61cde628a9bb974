import { type DeletionRefusal, deletionRefusalSchema } from 'functions/contract';
import { errorCode } from '#shared/session/auth-error.ts';

const REFUSALS: Record<DeletionRefusal, string> = {
  'recent-login-required': 'Your sign-in is too long ago. Please sign out and in, then try again.',
  'confirmation-mismatch': 'What you typed is not the address of your account.',
};

/** The reader's sentence for what failed on the account page; `fallback` where no code says more. */
export function accountFailureText(error: unknown, fallback: string): string {
  const refusal = deletionRefusal(error);
  if (refusal) return REFUSALS[refusal];
  switch (errorCode(error)) {
    case 'auth/wrong-password':
    case 'auth/invalid-credential':
      return 'The current password is not right.';
    case 'auth/too-many-requests':
      return 'Too many failed attempts. Please try again later.';
    case 'auth/network-request-failed':
      return 'Network error. Please check your connection and try again.';
    case 'auth/popup-blocked':
      return 'Popup was blocked. Please allow popups for this site or try again.';
    case 'auth/popup-closed-by-user':
    case 'auth/cancelled-popup-request':
      return 'Sign-in was cancelled. Please try again.';
    case 'auth/user-mismatch':
      return 'Please choose the Google account you are signed in with.';
    case null:
    default:
      return fallback;
  }
}

/** Why the server would not delete the account; null for anything else that failed. */
function deletionRefusal(error: unknown): DeletionRefusal | null {
  if (!(error instanceof Error) || !('details' in error)) return null;
  const read = deletionRefusalSchema.safeParse(error.details);
  return read.success ? read.data.code : null;
}
