import { defineSecret } from 'firebase-functions/params';
import { namesOfSecrets } from './config.ts';

/**
 * The secrets a trigger binds, from Secret Manager into its environment. Empty unless the settings
 * ask for one: a declared secret must exist at every deploy.
 */
export function secretsOf(part: 'search' | 'catalogue') {
  return namesOfSecrets()[part].map((name) => defineSecret(name));
}
