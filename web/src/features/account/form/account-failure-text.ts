import {
  type DeletionRefusal,
  deletionRefusalSchema,
  exportRefusalSchema,
  EXPORTS_AN_HOUR,
  MINUTE_MS,
} from 'functions/contract';
import { errorCode } from '#shared/data/session/auth-service.ts';

const REFUSALS: Record<DeletionRefusal, string> = {
  'recent-login-required': 'Please sign in again, then try once more.',
  'confirmation-mismatch': 'That is not the email address of your account.',
};

export function accountFailureText(error: unknown, fallback: string): string {
  const details = detailsOf(error);
  const deletion = deletionRefusalSchema.safeParse(details);
  if (deletion.success) return REFUSALS[deletion.data.code];
  const download = exportRefusalSchema.safeParse(details);
  if (download.success) return tooManyExports(download.data.retryAfterMs);
  switch (errorCode(error)) {
    case 'auth/wrong-password':
    case 'auth/invalid-credential':
      return 'The current password is wrong.';
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

/** Returns the `details` that our callables add to an error. */
function detailsOf(error: unknown): unknown {
  return error instanceof Error && 'details' in error ? error.details : undefined;
}

function tooManyExports(retryAfterMs: number): string {
  const minutes = Math.max(1, Math.ceil(retryAfterMs / MINUTE_MS));
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return `You can download your data ${EXPORTS_AN_HOUR} times an hour. Please try again in ${wait}.`;
}
