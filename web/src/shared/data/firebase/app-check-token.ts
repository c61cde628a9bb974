import {
  type AppCheck,
  getToken,
  initializeAppCheck,
  ReCaptchaEnterpriseProvider,
} from 'firebase/app-check';
import { firebaseApp } from './firebase-app.ts';

let appCheck: Promise<AppCheck> | undefined;

async function start(siteKey: string): Promise<AppCheck> {
  const provider = new ReCaptchaEnterpriseProvider(siteKey);
  return initializeAppCheck(await firebaseApp(), { provider, isTokenAutoRefreshEnabled: true });
}

/**
 * Loads reCAPTCHA on the first call; Firebase caches the token. Rejects if there is no token; the next call
 * retries.
 */
export async function appCheckToken(siteKey: string): Promise<string> {
  appCheck ??= start(siteKey).catch((error: unknown) => {
    appCheck = undefined;
    throw error;
  });
  return (await getToken(await appCheck)).token;
}
