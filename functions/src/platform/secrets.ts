import { defineSecret, type SecretParam } from 'firebase-functions/params';
import { namesOfSecrets } from './config.ts';
import { isEmulated } from './environment.ts';

/**
 * The Secret Manager secrets for a function's option `secrets`; only needed ones, because a declared secret
 * must exist at every deployment. Empty under the emulators, where secrets are ordinary settings.
 */
export function secretsOf(
  part: keyof ReturnType<typeof namesOfSecrets>,
  more: readonly string[] = [],
): SecretParam[] {
  return isEmulated() ? [] : [...namesOfSecrets()[part], ...more].map((name) => defineSecret(name));
}
