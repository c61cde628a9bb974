import { defineSecret, type SecretParam } from 'firebase-functions/params';
import { namesOfSecrets } from './config.ts';
import { isEmulated } from './environment.ts';

/**
 * The secrets for a function's option `secrets`, which come from Secret Manager into its
 * environment. Only those that the settings need: a declared secret must exist at every deploy.
 * Empty under the emulators, where the same names are ordinary settings.
 */
export function secretsOf(
  part: keyof ReturnType<typeof namesOfSecrets>,
  more: readonly string[] = [],
): SecretParam[] {
  return isEmulated() ? [] : [...namesOfSecrets()[part], ...more].map((name) => defineSecret(name));
}
