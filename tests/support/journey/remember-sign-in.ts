import type { BrowserContext } from 'playwright-core';
import type { Person } from '../account.ts';
import { siteUrl } from '../stack.ts';

/** The name under which Firebase's library keeps who is signed in; `local` is the emulators' API key. */
const USER_KEY = 'firebase:authUser:local:[DEFAULT]';
const HOUR_MS = 3_600_000;

/**
 * Makes the browser one in which the person has signed in before: much faster than the sign-in screen,
 * which has tests of its own. Whatever the browser kept until now is gone.
 * @param nowMs What the browser takes for the present.
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
