import path from 'node:path';
import * as z from 'zod';
import {
  MAIL_SETTING_NAMES,
  type MailConfig,
  readMailConfig,
  readSiteIdentity,
  type SiteIdentity,
} from './mail-config.ts';
import { alertIndexes } from './alert-indexes.ts';
import { projectCatalogue } from './project-catalogue.ts';
import { setting, withoutSlashAtEnd } from './setting.ts';

const searchProvider = z.enum(['catalogue', 'listennotes', 'http']).default('catalogue');

const environmentSchema = z.object({
  CATALOGUE_URL: setting(
    z
      .string('must be set, for example file:/var/lib/earshot/catalogue.db')
      .regex(/^(file|gs|postgres|postgresql):/, 'must begin with file:, gs: or postgres:'),
  ),
  CATALOGUE_PASSWORD: setting(z.string().optional()),
  CATALOGUE_READ_URL: setting(
    z
      .string()
      .regex(/^postgres(ql)?:/, 'must begin with postgres:')
      .optional(),
  ),
  STORAGE_EMULATOR_HOST: setting(
    z.url('must be an address').transform(withoutSlashAtEnd).optional(),
  ),
  SEARCH_PROVIDER: setting(searchProvider),
  LISTENNOTES_API_KEY: setting(z.string().default('')),
  LISTENNOTES_URL: setting(
    z
      .url('must be an address')
      .transform(withoutSlashAtEnd)
      .default('https://listen-api.listennotes.com/api/v2'),
  ),
  LISTENNOTES_DEPTH: setting(z.coerce.number().int().min(10).max(300).default(30)),
  LISTENNOTES_DAILY_BUDGET: setting(z.coerce.number().int().min(1).default(100)),
  SEARCH_BACKEND_URL: setting(z.url('must be an address').transform(withoutSlashAtEnd).default('')),
  FEEDS: setting(z.string().default(path.join(import.meta.dirname, 'feeds.opml'))),
  SEARCH_REQUESTS_PER_MINUTE: setting(z.coerce.number().int().min(1).default(30)),
  CORS_ORIGINS: setting(
    z
      .string()
      .default('')
      .transform((list) =>
        list
          .split(',')
          .map((origin) => origin.trim())
          .filter(Boolean),
      )
      .pipe(z.array(z.url('must be a list of origins separated by commas')))
      .transform((list) => list.map((address) => new URL(address).origin)),
  ),
  TRUSTED_PROXIES: setting(
    z
      .string()
      .default('')
      .transform((list) => list.split(/[\s,]+/).filter(Boolean))
      .pipe(
        z.array(
          z.union([z.cidrv4(), z.cidrv6()], 'must be a list of networks, such as 192.0.2.0/24'),
        ),
      ),
  ),
  ALERTS_ENABLED: setting(z.stringbool('must be true or false').default(true)),
  ALERT_SHARDS: setting(z.coerce.number().int().min(1).max(1024).default(1)),
  ALERT_MAILS_PER_SECOND: setting(z.coerce.number().int().min(1).max(500).default(200)),
  ALERT_INDEX_URL: setting(
    z
      .string()
      .regex(/^(file|gs):/, 'must begin with file: or gs:')
      .transform(withoutSlashAtEnd)
      .optional(),
  ),
  SENDGRID_EVENT_KEY: setting(z.base64('must be the public key as SendGrid shows it').optional()),
  APP_CHECK: setting(z.enum(['off', 'enforce']).default('off')),
  RATE_LIMIT_STORE: setting(z.enum(['memory', 'firestore']).optional()),
  FUNCTIONS_EMULATOR: setting(z.stringbool().default(false)),
});

/**
 * Names of the settings that the functions read from the environment; `.env.example` explains them.
 */
export const SETTING_NAMES = [
  ...Object.keys(environmentSchema.shape),
  ...MAIL_SETTING_NAMES,
].filter((name) => name !== 'FUNCTIONS_EMULATOR');

/** The settings among them that are secrets in a deployment. */
export const SECRET_NAMES = [
  'CATALOGUE_PASSWORD',
  'LISTENNOTES_API_KEY',
  'SENDGRID_API_KEY',
  'SMTP_PASSWORD',
  'UNSUBSCRIBE_KEY',
];

export interface Config {
  /** Where the catalogue lives: `file:` and a path, `gs://bucket/object` or `postgres://user@host/database`. */
  catalogueUrl: string;
  /** The password of a PostgreSQL server's user, where it is not in the address. */
  cataloguePassword: string | undefined;
  /** The address of a replica of that server, for searches. */
  catalogueReadUrl: string | undefined;
  /** Base address of Cloud Storage, without a slash at the end. */
  storageOrigin: string;
  /** Whether that is an emulator, which needs no credentials. */
  storageEmulated: boolean;
  /** The provider that answers searches. */
  search: SearchSettings;
  /** The feeds to follow: an OPML list or one feed, as a path or an http(s) address. */
  feeds: string;
  /** Searches one caller may make within a minute. */
  searchRequestsPerMinute: number;
  /** Where searches are counted: `memory` per instance, `firestore` for all instances together. */
  rateLimitStore: 'memory' | 'firestore';
  /** Whether a search must carry an App Check token. */
  appCheckEnforced: boolean;
  /** Origins besides the site's own that may call the API from a browser. */
  corsOrigins: string[];
  /** Networks (CIDR), besides Google's own, that are trusted to name the caller's address. */
  trustedProxies: string[];
  /** False stops all alert mails at once; queued digests stay queued. */
  alertsEnabled: boolean;
  /** Into how many parts the alerts are divided, each looked at by a task of its own. */
  alertShards: number;
  /** Digests the queue hands to the mail service within a second. */
  alertMailsPerSecond: number;
  /** The folder of the shards' indexes: `file:` and a path, or `gs://bucket/folder`. */
  alertIndexUrl: string;
  /** The public key SendGrid's event webhook signs with, base64 DER; null while it is not set up. */
  mailEventsKey: string | null;
  /** True under the local emulators, where feeds may come from this machine. */
  emulated: boolean;
}

/** Settings of a search provider. Addresses have no slash at the end. */
type SearchSettings =
  | { provider: 'catalogue' }
  | ({ provider: 'listennotes' } & ListenNotesSettings)
  | { provider: 'http'; backendUrl: string };

export interface ListenNotesSettings {
  url: string;
  apiKey: string;
  /** How many results of one entry the plan lets one page through. */
  depth: number;
  /** Requests a day, of all instances together. */
  dailyBudget: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings from the environment; throws one sentence that names every wrong one. */
export function readConfig(environment: Environment): Config {
  const parsed = environmentSchema.safeParse({
    ...environment,
    CATALOGUE_URL: environment['CATALOGUE_URL'] || projectCatalogue(environment),
  });
  const wrong = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...missing(environment).map((name) => `${name} must be set`),
  ];
  if (!parsed.success || wrong.length > 0) throw new Error(`Configuration: ${wrong.join('; ')}`);
  const { data } = parsed;
  return {
    catalogueUrl: data.CATALOGUE_URL,
    cataloguePassword: data.CATALOGUE_PASSWORD,
    catalogueReadUrl: data.CATALOGUE_READ_URL,
    storageOrigin: data.STORAGE_EMULATOR_HOST ?? 'https://storage.googleapis.com',
    storageEmulated: data.STORAGE_EMULATOR_HOST !== undefined,
    search: searchSettings(data),
    feeds: data.FEEDS,
    searchRequestsPerMinute: data.SEARCH_REQUESTS_PER_MINUTE,
    rateLimitStore: data.RATE_LIMIT_STORE ?? (data.FUNCTIONS_EMULATOR ? 'memory' : 'firestore'),
    appCheckEnforced: data.APP_CHECK === 'enforce',
    corsOrigins: data.CORS_ORIGINS,
    trustedProxies: data.TRUSTED_PROXIES,
    alertsEnabled: data.ALERTS_ENABLED,
    alertShards: data.ALERT_SHARDS,
    alertMailsPerSecond: data.ALERT_MAILS_PER_SECOND,
    alertIndexUrl: data.ALERT_INDEX_URL ?? alertIndexes(data.CATALOGUE_URL, environment),
    mailEventsKey: data.SENDGRID_EVENT_KEY ?? null,
    emulated: data.FUNCTIONS_EMULATOR,
  };
}

/** What each provider cannot do without: a setting or a secret, or neither. */
const NEEDED_BY: Record<
  SearchSettings['provider'],
  { setting?: keyof typeof environmentSchema.shape; secret?: keyof typeof environmentSchema.shape }
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

function searchSettings(settings: z.infer<typeof environmentSchema>): SearchSettings {
  const provider = settings.SEARCH_PROVIDER;
  switch (provider) {
    case 'catalogue':
      return { provider };
    case 'http':
      return { provider, backendUrl: settings.SEARCH_BACKEND_URL };
    case 'listennotes':
      return {
        provider,
        url: settings.LISTENNOTES_URL,
        apiKey: settings.LISTENNOTES_API_KEY,
        depth: settings.LISTENNOTES_DEPTH,
        dailyBudget: settings.LISTENNOTES_DAILY_BUDGET,
      };
  }
}

let current: Config | undefined;

/** This process's settings, read once. */
export function config(): Config {
  current ??= readConfig(process.env);
  return current;
}

/**
 * Names of the secrets that these settings need, for deploying: without Listen Notes, PostgreSQL or
 * SMTP, their keys are not asked for. Never throws, even without any settings.
 */
export function namesOfSecrets(environment: Environment = process.env) {
  const onServer = /^postgres(ql)?:/.test(environment['CATALOGUE_URL'] ?? '');
  const catalogue = onServer ? ['CATALOGUE_PASSWORD'] : [];
  const { secret } = neededBy(environment);
  return {
    catalogue,
    search: secret === undefined ? catalogue : [secret, ...catalogue],
    unsubscribe: ['UNSUBSCRIBE_KEY'],
    mail: [
      'UNSUBSCRIBE_KEY',
      environment['MAIL_TRANSPORT'] === 'smtp' ? 'SMTP_PASSWORD' : 'SENDGRID_API_KEY',
    ],
  };
}

/**
 * How many shards there are and how many mails a second are sent, for deploying. Never fails; there may
 * be no settings at all yet.
 */
export function alertLimits(environment: Environment = process.env) {
  const { ALERT_SHARDS, ALERT_MAILS_PER_SECOND } = environmentSchema.shape;
  return {
    shards: ALERT_SHARDS.catch(1).parse(environment['ALERT_SHARDS']),
    mailsPerSecond: ALERT_MAILS_PER_SECOND.catch(200).parse(environment['ALERT_MAILS_PER_SECOND']),
  };
}

/** Where the functions run, for deploying and for their queues. Never fails. */
export function functionsRegion(environment: Environment = process.env): string {
  return environment['FUNCTIONS_REGION'] || 'us-central1';
}

let currentMail: MailConfig | undefined;

/** The settings for sending mail, read once. They include the secret `UNSUBSCRIBE_KEY`. */
export function mailConfig(): MailConfig {
  currentMail ??= readMailConfig(process.env);
  return currentMail;
}

let currentSite: SiteIdentity | undefined;

/** The site's name and address, read once. */
export function siteIdentity(): SiteIdentity {
  currentSite ??= readSiteIdentity(process.env);
  return currentSite;
}

/** Whether this process runs under the emulators, where every secret is an ordinary setting. */
export function isEmulated(environment: Environment = process.env): boolean {
  return environment['FUNCTIONS_EMULATOR'] === 'true';
}

/**
 * The function that this process serves, as its host names it; undefined where it serves none or
 * several.
 */
export function functionTarget(): string | undefined {
  return process.env['FUNCTION_TARGET'];
}
