import { FirebaseError } from 'firebase/app';
import { expect, test } from 'vitest';
import { accountFailureText } from './account-failure-text.ts';

test.each([
  ['auth/wrong-password', 'The current password is wrong.'],
  ['auth/invalid-credential', 'The current password is wrong.'],
  ['auth/too-many-requests', 'Too many failed attempts. Please try again later.'],
  ['auth/network-request-failed', 'Network error. Please check your connection and try again.'],
  ['auth/popup-blocked', 'Popup was blocked. Please allow popups for this site or try again.'],
  ['auth/popup-closed-by-user', 'Sign-in was cancelled. Please try again.'],
  ['auth/cancelled-popup-request', 'Sign-in was cancelled. Please try again.'],
  ['auth/user-mismatch', 'Please choose the Google account you are signed in with.'],
  ['auth/internal-error', 'It failed.'],
  ['functions/unavailable', 'It failed.'],
])('describes %s as "%s"', (code, sentence) => {
  expect(accountFailureText(new FirebaseError(code, 'Firebase: Error.'), 'It failed.')).toBe(
    sentence,
  );
});

test.each([
  ['recent-login-required', /^Please sign in again, then try once more\./],
  ['confirmation-mismatch', /not the email address of your account/],
  ['something-new', /^It failed\.$/],
])('explains a deletion refused as %s', (code, sentence) => {
  const error = Object.assign(new FirebaseError('functions/failed-precondition', 'refused'), {
    details: { code },
  });
  expect(accountFailureText(error, 'It failed.')).toMatch(sentence);
});

test.each([
  [1, 'in a minute'],
  [60_001, 'in 2 minutes'],
  [3_600_000, 'in 60 minutes'],
])('says when the next export is possible after %i ms', (retryAfterMs, wait) => {
  const error = Object.assign(new FirebaseError('functions/resource-exhausted', 'refused'), {
    details: { code: 'too-many-exports', retryAfterMs },
  });
  expect(accountFailureText(error, 'It failed.')).toBe(
    `You can download your data 5 times an hour. Please try again ${wait}.`,
  );
});

test.each([new TypeError('Failed to fetch'), 'text', undefined])(
  'uses the fallback text for %o',
  (error) => {
    expect(accountFailureText(error, 'It failed.')).toBe('It failed.');
  },
);
