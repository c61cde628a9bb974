import { defineSecret, type SecretParam } from 'firebase-functions/params';
import { isEmulated, namesOfSecrets } from './config.ts';

/**
 * Secrets for a function's option `secrets`, from Secret Manager into its environment. Only those the
 * settings ask for: a declared secret must exist at every deploy. Under the emulators there are
 * none: the run that started them sets the same names as ordinary settings.
 */
export function secretsOf(part: keyof ReturnType<typeof namesOfSecrets>): SecretParam[] {
  return isEmulated() ? [] : namesOfSecrets()[part].map((name) => defineSecret(name));
}
