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
 * An App Check token, which proves that a call comes from this site. The first call loads reCAPTCHA; Firebase
 * caches the token. Rejects if there is no token; a failed start is retried by the next call.
 */
export async function appCheckToken(siteKey: string): Promise<string> {
  appCheck ??= start(siteKey).catch((error: unknown) => {
    appCheck = undefined;
    throw error;
  });
  return (await getToken(await appCheck)).token;
}
