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
 * A token that proves to the server that a call comes from this site. The first call loads
 * reCAPTCHA from Google; later ones have their token at hand. Rejects when none is to be had; a
 * failed start is forgotten, so that the next call may succeed.
 */
export async function appCheckToken(siteKey: string): Promise<string> {
  appCheck ??= start(siteKey).catch((error: unknown) => {
    appCheck = undefined;
    throw error;
  });
  return (await getToken(await appCheck)).token;
}
