import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { readSignUpRule, SIGN_UP_RULE_MESSAGE } from '../contract/index.ts';
import { type MailConfig, readMailConfig, readSiteIdentity } from './mail-config.ts';
import {
  type Environment,
  isEmulated,
  processEnvironment,
  readSettings,
  withoutSlashAtEnd,
} from './environment.ts';

const wholeNumber = (least: number, most = Infinity) =>
  z.coerce.number().int().min(least).max(most);

const address = z.url('must be an address').transform(withoutSlashAtEnd);

/** Environment variables; `.env.example` explains them. */
const configSchema = z.object({
  /** `file:` and a path, `gs://bucket/object` or `postgres://user@host/database`. */
  CATALOGUE_URL: z
    .string('must be set, for example file:/var/lib/earshot/catalogue.db')
    .regex(/^(file|gs|postgres|postgresql):/, 'must begin with file:, gs: or postgres:'),
  CATALOGUE_PASSWORD: z.string().optional(),
  CATALOGUE_READ_URL: z
    .string()
    .regex(/^postgres(ql)?:/, 'must begin with postgres:')
    .optional(),
  /** Base address of a Cloud Storage emulator, which needs no credentials. */
  STORAGE_EMULATOR_HOST: address.optional(),
  SEARCH_PROVIDER: z.enum(['catalogue', 'http']).default('catalogue'),
  SEARCH_BACKEND_URL: address.default(''),
  /** OPML list or a single feed, as a path or an http(s) address. */
  FEEDS: z.string().default(path.join(import.meta.dirname, 'feeds.opml')),
  /** Service that resolves Apple's show ids to feeds. */
  APPLE_LOOKUP_URL: address.default('https://itunes.apple.com/lookup'),
  SEARCH_REQUESTS_PER_MINUTE: wholeNumber(1).default(30),
  /** Origins other than the site that may call the API from a browser. */
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((origin) => origin.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.url('must be a list of origins separated by commas')))
    .transform((list) => list.map((origin) => new URL(origin).origin)),
  /** Networks (CIDR) of proxies whose claims about the client's address are trusted. */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .pipe(
      z.array(
        z.union([z.cidrv4(), z.cidrv6()], 'must be a list of networks, such as 192.0.2.0/24'),
      ),
    ),
  /** False stops all alert emails and messages immediately; queued ones stay queued. */
  ALERTS_ENABLED: z.stringbool('must be true or false').default(true),
  ALERT_SHARDS: wholeNumber(1, 1024).default(1),
  ALERT_MAILS_PER_SECOND: wholeNumber(1, 500).default(200),
  /** Folder of the alert shards' indexes: `file:` and a path, or `gs://bucket/folder`. */
  ALERT_INDEX_URL: z
    .string()
    .regex(/^(file|gs):/, 'must begin with file: or gs:')
    .transform(withoutSlashAtEnd),
  /** Folder of machine transcripts, in the same format as `ALERT_INDEX_URL`. */
  TRANSCRIPTS_URL: z
    .string()
    .regex(/^(file|gs):/, 'must begin with file: or gs:')
    .transform(withoutSlashAtEnd),
  /** `memory` counts per instance, `firestore` across all instances. */
  RATE_LIMIT_STORE: z.enum(['memory', 'firestore']),
  /** Who may create an account. Also read by `signUpRule`. */
  SIGN_UP: z
    .string()
    .default('open')
    .refine((text) => readSignUpRule(text) !== null, SIGN_UP_RULE_MESSAGE),
  /** True under the emulators, where feeds may be local. */
  FUNCTIONS_EMULATOR: z.stringbool().default(false),
});

export type Config = z.infer<typeof configSchema>;

export const CONFIG_NAMES = Object.keys(configSchema.shape).filter(
  (name) => name !== 'FUNCTIONS_EMULATOR',
);

/** Throws one error that names every invalid setting. */
export function readConfig(environment: Environment): Config {
  const settings = { ...environment, ...computedDefaults(environment) };
  const unset = missing(environment).map((name) => `${name} must be set`);
  return readSettings('Configuration', configSchema, settings, unset);
}

function computedDefaults(environment: Environment) {
  const catalogue = environment['CATALOGUE_URL'] || projectCatalogue(environment);
  return {
    CATALOGUE_URL: catalogue,
    ALERT_INDEX_URL:
      environment['ALERT_INDEX_URL'] || folderBeside('alerts', catalogue, environment),
    TRANSCRIPTS_URL:
      environment['TRANSCRIPTS_URL'] || folderBeside('heard', catalogue, environment),
    RATE_LIMIT_STORE:
      environment['RATE_LIMIT_STORE'] || (isEmulated(environment) ? 'memory' : 'firestore'),
  };
}

const firebaseConfig = z.object({ storageBucket: z.string().min(1) });

/** Returns the address in the project's bucket. Under the emulators, there is no bucket. */
function projectCatalogue(environment: Environment): string | undefined {
  if (isEmulated(environment)) return undefined;
  try {
    const { storageBucket } = firebaseConfig.parse(
      JSON.parse(environment['FIREBASE_CONFIG'] ?? ''),
    );
    return `gs://${storageBucket}/catalogue.db`;
  } catch {
    return undefined; // not in the cloud, or a project without a bucket
  }
}

/** Next to the catalogue file. With PostgreSQL: in the project's bucket, or temporary if there is no bucket. */
function folderBeside(name: string, catalogueUrl = '', environment: Environment): string {
  const beside = /^(file:|gs:)/i.test(catalogueUrl) ? catalogueUrl : projectCatalogue(environment);
  if (beside === undefined) return `file:${path.join(tmpdir(), `earshot-${name}`)}`;
  const folder = beside.slice(0, beside.lastIndexOf('/') + 1) || 'file:./';
  return `${folder}${name}`;
}

const NEEDED_BY: Record<Config['SEARCH_PROVIDER'], readonly (keyof Config)[]> = {
  catalogue: [],
  http: ['SEARCH_BACKEND_URL'],
};

function missing(environment: Environment): string[] {
  const needed = new Map(Object.entries(NEEDED_BY)).get(environment['SEARCH_PROVIDER'] ?? '') ?? [];
  return needed.filter((name) => !environment[name]);
}

export const CONFIG_SECRETS = ['CATALOGUE_PASSWORD'];

let current: Config | undefined;

export function config(): Config {
  current ??= readConfig(processEnvironment());
  return current;
}

/** Secrets to declare at deployment. Never throws. */
export function namesOfSecrets(environment = processEnvironment()) {
  const onServer = /^postgres(ql)?:/.test(environment['CATALOGUE_URL'] ?? '');
  const catalogue = onServer ? ['CATALOGUE_PASSWORD'] : [];
  return {
    catalogue,
    unsubscribe: ['UNSUBSCRIBE_KEY'],
    transcription: environment['TRANSCRIBE_URL'] ? ['TRANSCRIBE_KEY'] : [],
  };
}

/** Used at deployment. Never throws: missing or invalid settings become the defaults. */
export function alertLimits(environment = processEnvironment()) {
  const { ALERT_SHARDS, ALERT_MAILS_PER_SECOND } = configSchema.shape;
  return {
    shards: ALERT_SHARDS.catch(1).parse(environment['ALERT_SHARDS']),
    mailsPerSecond: ALERT_MAILS_PER_SECOND.catch(200).parse(environment['ALERT_MAILS_PER_SECOND']),
  };
}

let currentMail: MailConfig | undefined;

/** Works only in a function that declares the secret `UNSUBSCRIBE_KEY`. */
export function mailConfig(): MailConfig {
  currentMail ??= readMailConfig(processEnvironment());
  return currentMail;
}

let currentSite: ReturnType<typeof readSiteIdentity> | undefined;

export function siteIdentity() {
  currentSite ??= readSiteIdentity(processEnvironment());
  return currentSite;
}
