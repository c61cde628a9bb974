import { SIGN_UP_REFUSED } from 'functions/contract';
import { PartFailure } from '#shared/loading/load-part.ts';
import { errorCode } from '#shared/data/session/auth-service.ts';
import { signUpRuleText } from './sign-up-rule.ts';

const NETWORK = 'auth/network-request-failed';
const INVALID_KEY = 'Invalid API key. Please contact support.';

/** Errors that do not depend on the email address and password. */
const OUTSIDE_TEXTS = new Map([
  [NETWORK, 'Network error. Please check your connection and try again.'],
  ['auth/too-many-requests', 'Too many failed attempts. Please try again later.'],
]);

const PROVIDER_TEXTS = new Map([
  ...OUTSIDE_TEXTS,
  ['auth/popup-blocked', 'Popup was blocked. Please allow popups for this site or try again.'],
  ['auth/popup-closed-by-user', 'Sign-in was cancelled. Please try again.'],
  [
    'auth/cancelled-popup-request',
    'Another sign-in popup is already open. Please close it and try again.',
  ],
  [
    'auth/unauthorized-domain',
    'This domain is not authorized for authentication. Please contact support.',
  ],
  ['auth/operation-not-allowed', 'This sign-in method is not enabled. Please contact support.'],
  ['auth/invalid-api-key', INVALID_KEY],
  // The server's error code for an unknown API key.
  ['auth/api-key-not-valid.-please-pass-a-valid-api-key.', INVALID_KEY],
]);

const GOOGLE_SIGN_UP_TEXTS = new Map([
  [
    'auth/popup-blocked',
    'Popup was blocked by your browser. Please allow popups for this site or try again.',
  ],
  ['auth/cancelled-popup-request', 'Sign-up was cancelled. Please try again.'],
  ['auth/popup-closed-by-user', 'Sign-up popup was closed. Please try again.'],
]);

/** Firebase's error messages, which its production build omits. */
const FULL_WORDS = new Map([
  ['auth/email-already-in-use', 'The email address is already in use by another account.'],
  ['auth/invalid-email', 'The email address is badly formatted.'],
  ['auth/weak-password', 'The password must be 6 characters long or more.'],
  ['auth/user-disabled', 'The user account has been disabled by an administrator.'],
]);

export type AuthContext = 'sign-in' | 'sign-up' | 'google-sign-in' | 'google-sign-up' | 'reset';

/** Returns the message for a failed sign-in action. */
export function authFailureText(context: AuthContext, error: unknown): string {
  switch (context) {
    case 'sign-in':
      return (
        OUTSIDE_TEXTS.get(codeOf(error)) ?? 'Failed to sign in. Please check your credentials.'
      );
    case 'reset':
      return 'Failed to reset password. Please check your email address.';
    case 'sign-up':
      return providerText(error);
    case 'google-sign-in':
      return error instanceof Error ? providerText(error) : 'Failed to sign in with Google.';
    case 'google-sign-up':
      if (!(error instanceof Error)) return 'Failed to sign up with Google.';
      return GOOGLE_SIGN_UP_TEXTS.get(codeOf(error)) ?? providerText(error);
  }
}

function providerText(error: unknown): string {
  const code = codeOf(error);
  if (isRefusedSignUp(error)) return signUpRuleText() ?? 'This address cannot sign up here.';
  const message = error instanceof Error ? withoutWrapping(error.message) : '';
  return (
    PROVIDER_TEXTS.get(code) ??
    (message || (FULL_WORDS.get(code) ?? 'An error occurred during sign-in. Please try again.'))
  );
}

/** Signing in with Google for the first time is a sign-up, too. */
function isRefusedSignUp(error: unknown): boolean {
  return (
    codeOf(error) === 'auth/admin-restricted-operation' ||
    (error instanceof Error && error.message.includes(SIGN_UP_REFUSED))
  );
}

/** Treats an identity service that could not be loaded as a network error. */
function codeOf(error: unknown): string {
  return error instanceof PartFailure ? NETWORK : (errorCode(error) ?? '');
}

/** Extracts `Text.` from Firebase's messages `Firebase: Text. (auth/code).`; may be empty. */
function withoutWrapping(message: string): string {
  const words = message.replace(/^Firebase: /, '').replace(/ \(auth\/[^)]*\)\.?$/, '');
  return words === 'Error' ? '' : words.trim();
}

export function isAboutBlocking(text: string): boolean {
  return /popup|blocked/i.test(text);
}

export function isAboutPopup(text: string): boolean {
  return /popup/i.test(text);
}
