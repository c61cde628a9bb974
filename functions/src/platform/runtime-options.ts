import { functionsRegion, isEmulated } from './environment.ts';
import { defineSecret, type SecretParam } from 'firebase-functions/params';
import { namesOfSecrets } from './config.ts';

/** `npm run deploy` also writes the region into the rewrites of `firebase.json`. */
export const REGION = functionsRegion();

/** Declares only necessary secrets, because each must exist at deployment. Declares none under the emulators. */
export function secretsOf(
  part: keyof ReturnType<typeof namesOfSecrets>,
  more: readonly string[] = [],
): SecretParam[] {
  return isEmulated() ? [] : [...namesOfSecrets()[part], ...more].map((name) => defineSecret(name));
}
