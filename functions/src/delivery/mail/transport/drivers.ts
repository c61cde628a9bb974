import * as z from 'zod';
import {
  type Environment,
  processEnvironment,
  readSettings,
  withoutSlashAtEnd,
} from '../../../platform/environment.ts';
import type { MailEvents, MailReport } from './mail-reports.ts';
import { type Mailer, SEND_TIMEOUT_MS, type Sender } from './mailer.ts';

/** Settings have the names of environment variables. */
interface DriverSpec<Settings extends z.ZodObject, Keys extends z.ZodObject> {
  settings: Settings;
  secrets: readonly (keyof z.infer<Settings> & string)[];
  /** Imports the mail library lazily, because it would slow down every function's cold start. */
  open: (settings: z.infer<Settings>, sender: Sender) => Promise<Mailer>;
  events?: {
    /** Optional keys. Reports of a service without a key are refused. */
    settings: Keys;
    maxBytes: number;
    /** Returns null if the body is unreadable, false if this service did not sign the report. */
    read: (
      report: MailReport,
      keys: z.infer<Keys>,
      now: number,
    ) => Promise<MailEvents | null | false>;
  };
}

function driver<Settings extends z.ZodObject, Keys extends z.ZodObject = z.ZodObject>({
  settings,
  secrets,
  open,
  events,
}: DriverSpec<Settings, Keys>) {
  const read = <T extends z.ZodType>(schema: T, environment: Environment) =>
    readSettings('Mail configuration', schema, environment);
  return {
    settings,
    secrets,
    open: (environment: Environment, sender: Sender) => open(read(settings, environment), sender),
    events: events && {
      settings: events.settings,
      maxBytes: events.maxBytes,
      read: (report: MailReport, environment: Environment, now: number) =>
        events.read(report, read(events.settings, environment), now),
    },
  };
}

/** Settings, secrets and webhooks derive from this table. To add a service, write a mailer and list it here. */
const DRIVERS = {
  sendgrid: driver({
    settings: z.object({
      SENDGRID_API_KEY: z.string('is not set'),
      SENDGRID_BASE_URL: z
        .url({ protocol: /^https?$/ })
        .default('https://api.sendgrid.com')
        .transform(withoutSlashAtEnd),
    }),
    secrets: ['SENDGRID_API_KEY'],
    open: async ({ SENDGRID_API_KEY, SENDGRID_BASE_URL }, sender) => {
      const { sendgridMailer } = await import('./sendgrid-mailer.ts');
      return sendgridMailer({ apiKey: SENDGRID_API_KEY, baseUrl: SENDGRID_BASE_URL, ...sender });
    },
    events: {
      settings: z.object({
        SENDGRID_EVENT_KEY: z.base64('must be the public key as SendGrid shows it').optional(),
      }),
      // SendGrid sends up to 768 kB in one request.
      maxBytes: 1_000_000,
      read: async (report, { SENDGRID_EVENT_KEY }, now) => {
        const { readSendgridReport } = await import('./sendgrid-events.ts');
        return readSendgridReport(report, SENDGRID_EVENT_KEY, now);
      },
    },
  }),
  smtp: driver({
    settings: z.object({
      SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be smtp://host:port or smtps://…' }),
      SMTP_PASSWORD: z.string().default(''),
    }),
    secrets: ['SMTP_PASSWORD'],
    open: async ({ SMTP_URL, SMTP_PASSWORD }, sender) => {
      const { smtpMailer } = await import('./smtp-mailer.ts');
      return smtpMailer({ url: SMTP_URL, password: SMTP_PASSWORD, ...sender });
    },
  }),
};

export type DriverName = keyof typeof DRIVERS;

const ALL = Object.values(DRIVERS);

export const MAIL_SERVICES = Object.keys(DRIVERS) as DriverName[];

const choiceSchema = z.object({
  MAIL_TRANSPORT: z.enum(MAIL_SERVICES).default('sendgrid'),
});

export const MAIL_DRIVER_NAMES = [
  ...Object.keys(choiceSchema.shape),
  ...ALL.flatMap(({ settings }) => Object.keys(settings.shape)),
  ...ALL.flatMap(({ events }) => Object.keys(events?.settings.shape ?? {})),
];

export const MAIL_DRIVER_SECRETS = ALL.flatMap(({ secrets }): readonly string[] => secrets);

export const MAX_REPORT_BYTES = Math.max(...ALL.map(({ events }) => events?.maxBytes ?? 0));

/** Throws an error that names every invalid setting. Only the chosen driver's settings are required. */
export function checkMailDrivers(environment: Environment): void {
  const chosen = environment['MAIL_TRANSPORT'] || 'sendgrid';
  const shapes = Object.entries(DRIVERS).map(([name, { settings, events }]) => ({
    ...(name === chosen ? settings : settings.partial()).shape,
    ...events?.settings.shape,
  }));
  const schema = choiceSchema.extend(Object.assign({}, ...shapes) as z.ZodRawShape);
  readSettings('Mail configuration', schema, environment);
}

/** Returns the names of the chosen driver's secrets, for deployments. Never throws. */
export function mailSecrets(environment = processEnvironment()): readonly string[] {
  const chosen = choiceSchema.shape.MAIL_TRANSPORT.catch('sendgrid');
  return DRIVERS[chosen.parse(environment['MAIL_TRANSPORT'])].secrets;
}

export async function openMailer(
  from: Sender['from'],
  environment = processEnvironment(),
): Promise<Mailer> {
  const { MAIL_TRANSPORT } = readSettings('Mail configuration', choiceSchema, environment);
  return DRIVERS[MAIL_TRANSPORT].open(environment, { from, timeoutMs: SEND_TIMEOUT_MS });
}

/**
 * Tries all services, because the former service's reports arrive for days after a change. Returns null if the body
 * is unreadable, false if no service signed the report.
 */
export async function readMailReport(
  report: MailReport,
  now: number,
  environment = processEnvironment(),
): Promise<MailEvents | null | false> {
  for (const { events } of ALL) {
    const read = events === undefined ? false : await events.read(report, environment, now);
    if (read !== false) return read;
  }
  return false;
}
