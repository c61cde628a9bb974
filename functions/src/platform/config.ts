import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import {
  type MailConfig,
  readMailConfig,
  readSiteIdentity,
  type SiteIdentity,
} from './mail-config.ts';
import {
  type Environment,
  isEmulated,
  processEnvironment,
  readSettings,
  withoutSlashAtEnd,
} from './environment.ts';

const wholeNumber = (least: number, most = Infinity) =>
  z.coerce.number().int().min(least).max(most);

/** An address without a slash at the end. */
const address = z.url('must be an address').transform(withoutSlashAtEnd);

/** Every setting by its name in the environment. */
const configSchema = z.object({
  /** `file:` and a path, `gs://bucket/object` or `postgres://user@host/database`. */
  CATALOGUE_URL: z
    .string('must be set, for example file:/var/lib/earshot/catalogue.db')
    .regex(/^(file|gs|postgres|postgresql):/, 'must begin with file:, gs: or postgres:'),
  /** The password of a PostgreSQL server's user, where it is not in the address. */
  CATALOGUE_PASSWORD: z.string().optional(),
  /** The address of a replica of that server, for searches. */
  CATALOGUE_READ_URL: z
    .string()
    .regex(/^postgres(ql)?:/, 'must begin with postgres:')
    .optional(),
  /** The base address of an emulator of Cloud Storage, which needs no credentials. */
  STORAGE_EMULATOR_HOST: address.optional(),
  SEARCH_PROVIDER: z.enum(['catalogue', 'listennotes', 'http']).default('catalogue'),
  LISTENNOTES_API_KEY: z.string().default(''),
  LISTENNOTES_URL: address.default('https://listen-api.listennotes.com/api/v2'),
  /** How many results of one entry the plan lets one page through. */
  LISTENNOTES_DEPTH: wholeNumber(10, 300).default(30),
  /** Requests a day, of all instances together. */
  LISTENNOTES_DAILY_BUDGET: wholeNumber(1).default(100),
  SEARCH_BACKEND_URL: address.default(''),
  /** The feeds to follow: an OPML list or one feed, as a path or an http(s) address. */
  FEEDS: z.string().default(path.join(import.meta.dirname, 'feeds.opml')),
  /** Searches one client may make within a minute. */
  SEARCH_REQUESTS_PER_MINUTE: wholeNumber(1).default(30),
  /** Origins besides the site's own that may call the API from a browser. */
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
  /** Networks (CIDR), besides Google's own, that are trusted to name the client's address. */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .pipe(
      z.array(
        z.union([z.cidrv4(), z.cidrv6()], 'must be a list of networks, such as 192.0.2.0/24'),
      ),
    ),
  /** False stops all alert mails at once; queued digests stay queued. */
  ALERTS_ENABLED: z.stringbool('must be true or false').default(true),
  /** Into how many parts the alerts are divided, each looked at by a task of its own. */
  ALERT_SHARDS: wholeNumber(1, 1024).default(1),
  /** Digests the queue hands to the mail service within a second. */
  ALERT_MAILS_PER_SECOND: wholeNumber(1, 500).default(200),
  /** The folder of the shards' indexes: `file:` and a path, or `gs://bucket/folder`. */
  ALERT_INDEX_URL: z
    .string()
    .regex(/^(file|gs):/, 'must begin with file: or gs:')
    .transform(withoutSlashAtEnd),
  /** Whether a search must carry an App Check token. */
  APP_CHECK: z.enum(['off', 'enforce']).default('off'),
  /** Where searches are counted: `memory` per instance, `firestore` for all instances together. */
  RATE_LIMIT_STORE: z.enum(['memory', 'firestore']),
  /** True under the local emulators, where feeds may come from this machine. */
  FUNCTIONS_EMULATOR: z.stringbool().default(false),
});

/** The settings, by their names in the environment; `.env.example` explains them. */
export type Config = z.infer<typeof configSchema>;

/** Names of the settings that are read here. */
export const CONFIG_NAMES = Object.keys(configSchema.shape).filter(
  (name) => name !== 'FUNCTIONS_EMULATOR',
);

/** Reads the settings from the environment; throws one sentence that names every wrong one. */
export function readConfig(environment: Environment): Config {
  const settings = { ...environment, ...otherDefaults(environment) };
  const unset = missing(environment).map((name) => `${name} must be set`);
  return readSettings('Configuration', configSchema, settings, unset);
}

/** The settings whose default depends on other ones. */
function otherDefaults(environment: Environment) {
  const catalogue = environment['CATALOGUE_URL'] || projectCatalogue(environment);
  return {
    CATALOGUE_URL: catalogue,
    ALERT_INDEX_URL: environment['ALERT_INDEX_URL'] || alertIndexes(catalogue, environment),
    RATE_LIMIT_STORE:
      environment['RATE_LIMIT_STORE'] || (isEmulated(environment) ? 'memory' : 'firestore'),
  };
}

const firebaseConfig = z.object({ storageBucket: z.string().min(1) });

/**
 * The address of the catalogue in the project's own bucket, which Firebase names to every deployed
 * function. Undefined under the emulators, which name a bucket that they do not have.
 */
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

/**
 * A folder beside the catalogue, or in the project's own bucket where the catalogue is on a server.
 * Without either the indexes of alerts are kept as long as the machine is.
 */
function alertIndexes(catalogueUrl = '', environment: Environment): string {
  const beside = /^(file:|gs:)/i.test(catalogueUrl) ? catalogueUrl : projectCatalogue(environment);
  if (beside === undefined) return `file:${path.join(tmpdir(), 'earshot-alerts')}`;
  const folder = beside.slice(0, beside.lastIndexOf('/') + 1) || 'file:./';
  return `${folder}alerts`;
}

/** What each search provider cannot do without: a setting or a secret, or neither. */
const NEEDED_BY: Record<
  Config['SEARCH_PROVIDER'],
  { setting?: keyof Config; secret?: keyof Config }
> = {
  catalogue: {},
  listennotes: { secret: 'LISTENNOTES_API_KEY' },
  http: { setting: 'SEARCH_BACKEND_URL' },
};

function neededBy(environment: Environment) {
  return new Map(Object.entries(NEEDED_BY)).get(environment['SEARCH_PROVIDER'] ?? '') ?? {};
}

/** The settings the chosen provider cannot do without and that are not set. */
function missing(environment: Environment): string[] {
  const { setting, secret } = neededBy(environment);
  return [setting, secret]
    .filter((name) => name !== undefined)
    .filter((name) => !environment[name]);
}

/** Those that are secrets in a deployment. */
export const CONFIG_SECRETS = [
  'CATALOGUE_PASSWORD',
  ...Object.values(NEEDED_BY).flatMap(({ secret }) => secret ?? []),
];

let current: Config | undefined;

/** This process's settings, read once. */
export function config(): Config {
  current ??= readConfig(processEnvironment());
  return current;
}

/**
 * Names of the secrets that these settings need, for deploying: without Listen Notes or PostgreSQL,
 * their keys are not asked for. Never throws, even without any settings.
 */
export function namesOfSecrets(environment = processEnvironment()) {
  const onServer = /^postgres(ql)?:/.test(environment['CATALOGUE_URL'] ?? '');
  const catalogue = onServer ? ['CATALOGUE_PASSWORD'] : [];
  const { secret } = neededBy(environment);
  return {
    catalogue,
    search: secret === undefined ? catalogue : [secret, ...catalogue],
    unsubscribe: ['UNSUBSCRIBE_KEY'],
  };
}

/**
 * How many shards there are and how many mails a second are sent, for deploying. Never fails; there may
 * be no settings at all yet.
 */
export function alertLimits(environment = processEnvironment()) {
  const { ALERT_SHARDS, ALERT_MAILS_PER_SECOND } = configSchema.shape;
  return {
    shards: ALERT_SHARDS.catch(1).parse(environment['ALERT_SHARDS']),
    mailsPerSecond: ALERT_MAILS_PER_SECOND.catch(200).parse(environment['ALERT_MAILS_PER_SECOND']),
  };
}

let currentMail: MailConfig | undefined;

/** The settings that every mail needs, read once. They include the secret `UNSUBSCRIBE_KEY`. */
export function mailConfig(): MailConfig {
  currentMail ??= readMailConfig(processEnvironment());
  return currentMail;
}

let currentSite: SiteIdentity | undefined;

/** The site's name and address, read once. */
export function siteIdentity(): SiteIdentity {
  currentSite ??= readSiteIdentity(processEnvironment());
  return currentSite;
}
