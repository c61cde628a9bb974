import {
  checkMailDrivers,
  MAIL_DRIVER_NAMES,
  MAIL_DRIVER_SECRETS,
  mailSecrets,
} from './delivery/mail/transport/drivers.ts';
import { hearSettings, TRANSCRIBE_NAMES, TRANSCRIBE_SECRETS } from './hear/services/services.ts';
import { CONFIG_NAMES, CONFIG_SECRETS, namesOfSecrets, readConfig } from './platform/config.ts';
import type { Environment } from './platform/environment.ts';
import { MAIL_CONFIG_NAMES, readMailConfig } from './platform/mail-config.ts';

/** Names of the settings that the functions read from the environment; `.env.example` explains them. */
export const SETTING_NAMES = [
  ...CONFIG_NAMES,
  ...MAIL_CONFIG_NAMES,
  ...MAIL_DRIVER_NAMES,
  ...TRANSCRIBE_NAMES,
];

/** Settings of earlier versions, which `deploy --check` names where somebody still has them. */
export const REMOVED_SETTING_NAMES = ['CHANGE_LIST_URL'];

/** Names of those settings that are secrets in a deployment. */
export const SECRET_NAMES = [
  ...CONFIG_SECRETS,
  'UNSUBSCRIBE_KEY',
  ...MAIL_DRIVER_SECRETS,
  ...TRANSCRIBE_SECRETS,
];

/** Names of the secrets that a deployment with these settings needs, each once. Never throws. */
export function neededSecrets(environment: Environment): string[] {
  const { catalogue, unsubscribe, transcription } = namesOfSecrets(environment);
  const all = [...catalogue, ...unsubscribe, ...transcription, ...mailSecrets(environment)];
  return [...new Set(all)];
}

/** Sentences about invalid settings: one for each part of the code whose settings cannot be read. */
export function wrongSettings(environment: Environment): string[] {
  return [readConfig, readMailConfig, checkMailDrivers, hearSettings].flatMap((read) => {
    try {
      read(environment);
      return [];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  });
}
