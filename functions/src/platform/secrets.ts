import { defineSecret, type SecretParam } from 'firebase-functions/params';
import { namesOfSecrets } from './config.ts';
import { isEmulated } from './environment.ts';

/** Declares only necessary secrets, because each must exist at deployment. Declares none under the emulators. */
export function secretsOf(
  part: keyof ReturnType<typeof namesOfSecrets>,
  more: readonly string[] = [],
): SecretParam[] {
  return isEmulated() ? [] : [...namesOfSecrets()[part], ...more].map((name) => defineSecret(name));
}
