import type { BrowserContext } from 'playwright-core';
import type { Person } from '../account.ts';
import { siteUrl } from '../stack.ts';

/** Firebase Auth's key in localStorage for the signed-in user; `local` is the API key for the emulators. */
const USER_KEY = 'firebase:authUser:local:[DEFAULT]';
const HOUR_MS = 3_600_000;

/**
 * Replaces the browser's storage. Faster than the sign-in page, which has its own tests.
 * @param nowMs Epoch ms in the browser.
 */
export async function rememberSignIn(
  context: BrowserContext,
  person: Person,
  nowMs = Date.now(),
): Promise<void> {
  const { uid, email, idToken, refreshToken } = person;
  const signedInAt = String(nowMs);
  const user = {
    uid,
    email,
    emailVerified: false,
    isAnonymous: false,
    providerData: [{ providerId: 'password', uid: email, email }],
    stsTokenManager: {
      refreshToken,
      accessToken: idToken,
      expirationTime: nowMs + HOUR_MS,
    },
    createdAt: signedInAt,
    lastLoginAt: signedInAt,
    apiKey: 'local',
    appName: '[DEFAULT]',
  };
  const localStorage = [
    { name: 'earshot.signed-in', value: 'yes' },
    { name: USER_KEY, value: JSON.stringify(user) },
  ];
  await context.setStorageState({ cookies: [], origins: [{ origin: siteUrl(), localStorage }] });
}
