import { FirebaseError } from 'firebase/app';
import { describe, expect, test } from 'vitest';
import { PartFailure } from '#shared/loading/load-part.ts';
import {
  type AuthContext,
  authFailureText,
  isAboutBlocking,
  isAboutPopup,
} from './auth-failure-text.ts';

/** Creates an error as Firebase's production build does: with a code and without a message. */
const coded = (code: string) => new FirebaseError(code, `Firebase: Error (${code}).`);

const SHARED: [string, string][] = [
  [
    'auth/unauthorized-domain',
    'This domain is not authorized for authentication. Please contact support.',
  ],
  ['auth/operation-not-allowed', 'This sign-in method is not enabled. Please contact support.'],
  ['auth/invalid-api-key', 'Invalid API key. Please contact support.'],
  [
    'auth/api-key-not-valid.-please-pass-a-valid-api-key.',
    'Invalid API key. Please contact support.',
  ],
  ['auth/network-request-failed', 'Network error. Please check your connection and try again.'],
  ['auth/too-many-requests', 'Too many failed attempts. Please try again later.'],
  ['auth/email-already-in-use', 'The email address is already in use by another account.'],
  ['auth/something-new', 'An error occurred during sign-in. Please try again.'],
];

const POPUP: [string, string][] = [
  ['auth/popup-blocked', 'Popup was blocked. Please allow popups for this site or try again.'],
  ['auth/popup-closed-by-user', 'Sign-in was cancelled. Please try again.'],
  [
    'auth/cancelled-popup-request',
    'Another sign-in popup is already open. Please close it and try again.',
  ],
];

test.each<AuthContext>(['sign-in', 'sign-up', 'google-sign-in', 'google-sign-up'])(
  'treats an unloadable identity service as a network error: %s',
  (context) => {
    const failure = new PartFailure('offline', null, () => Promise.reject(new Error('unused')));
    expect(authFailureText(context, failure)).toBe(
      'Network error. Please check your connection and try again.',
    );
  },
);

test.each([...SHARED, ...POPUP])('describes a failed Google sign-in: %s', (code, sentence) => {
  expect(authFailureText('google-sign-in', coded(code))).toBe(sentence);
});

test.each([...SHARED, ...POPUP])(
  'describes a failed sign-up with a password: %s',
  (code, sentence) => {
    expect(authFailureText('sign-up', coded(code))).toBe(sentence);
  },
);

test.each([
  ...SHARED,
  [
    'auth/popup-blocked',
    'Popup was blocked by your browser. Please allow popups for this site or try again.',
  ],
  ['auth/cancelled-popup-request', 'Sign-up was cancelled. Please try again.'],
  ['auth/popup-closed-by-user', 'Sign-up popup was closed. Please try again.'],
] as [string, string][])('describes a failed Google sign-up: %s', (code, sentence) => {
  expect(authFailureText('google-sign-up', coded(code))).toBe(sentence);
});

test.each([
  ['sign-in', 'Failed to sign in. Please check your credentials.'],
  ['reset', 'Failed to reset password. Please check your email address.'],
] as [AuthContext, string][])('hides why the credentials were refused: %s', (context, sentence) => {
  const codes = ['auth/invalid-credential', 'auth/user-not-found', 'auth/user-disabled'];
  for (const error of [...codes.map(coded), new Error('boom'), 'a string']) {
    expect(authFailureText(context, error)).toBe(sentence);
  }
});

test.each([
  ['auth/network-request-failed', 'Network error. Please check your connection and try again.'],
  ['auth/too-many-requests', 'Too many failed attempts. Please try again later.'],
])('explains a failed sign-in that does not depend on the credentials: %s', (code, sentence) => {
  expect(authFailureText('sign-in', coded(code))).toBe(sentence);
});

describe('authFailureText', () => {
  test.each(['google-sign-in', 'google-sign-up', 'sign-up'] as const)(
    'unwraps Firebase’s message of an unknown failure: %s',
    (context) => {
      const words = 'Password must contain a digit.';
      const error = new FirebaseError('auth/odd', `Firebase: ${words} (auth/odd).`);
      expect(authFailureText(context, error)).toBe(words);
      expect(authFailureText(context, new Error('Out of order'))).toBe('Out of order');
      expect(authFailureText(context, new Error(''))).toBe(
        'An error occurred during sign-in. Please try again.',
      );
    },
  );

  test('falls back to the text of the screen if nothing was thrown', () => {
    expect(authFailureText('google-sign-in', null)).toBe('Failed to sign in with Google.');
    expect(authFailureText('google-sign-up', null)).toBe('Failed to sign up with Google.');
  });
});

test.each([
  ['Popup was blocked. Please allow popups for this site or try again.', true, true],
  ['Sign-up popup was closed. Please try again.', true, true],
  ['Cookies are blocked.', true, false],
  ['Sign-in was cancelled. Please try again.', false, false],
])('detects advice about blocking or popups in: %s', (text, blocking, popup) => {
  expect(isAboutBlocking(text)).toBe(blocking);
  expect(isAboutPopup(text)).toBe(popup);
});
