import {
  checkMailDrivers,
  MAIL_DRIVER_NAMES,
  MAIL_DRIVER_SECRETS,
  mailSecrets,
} from './delivery/mail/transport/drivers.ts';
import {
  transcriptionSettings,
  TRANSCRIBE_NAMES,
  TRANSCRIBE_SECRETS,
} from './transcription/services/services.ts';
import { CONFIG_NAMES, CONFIG_SECRETS, namesOfSecrets, readConfig } from './platform/config.ts';
import type { Environment } from './platform/environment.ts';
import { MAIL_CONFIG_NAMES, readMailConfig } from './platform/mail-config.ts';

/** `.env.example` explains these. */
export const SETTING_NAMES = [
  ...CONFIG_NAMES,
  ...MAIL_CONFIG_NAMES,
  ...MAIL_DRIVER_NAMES,
  ...TRANSCRIBE_NAMES,
];

/** Settings of earlier versions. `deploy --check` reports those that are still set. */
export const REMOVED_SETTING_NAMES = ['CHANGE_LIST_URL', 'APP_CHECK', 'VITE_APP_CHECK_SITE_KEY'];

export const SECRET_NAMES = [
  ...CONFIG_SECRETS,
  'UNSUBSCRIBE_KEY',
  ...MAIL_DRIVER_SECRETS,
  ...TRANSCRIBE_SECRETS,
];

/** Distinct names of the secrets that a deployment with these settings needs. Never throws. */
export function neededSecrets(environment: Environment): string[] {
  const { catalogue, unsubscribe, transcription } = namesOfSecrets(environment);
  const all = [...catalogue, ...unsubscribe, ...transcription, ...mailSecrets(environment)];
  return [...new Set(all)];
}

export function wrongSettings(environment: Environment): string[] {
  return [readConfig, readMailConfig, checkMailDrivers, transcriptionSettings].flatMap((read) => {
    try {
      read(environment);
      return [];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  });
}
