import * as z from 'zod';
import { type Environment, setting, sentenceOf, withoutSlashAtEnd } from './setting.ts';

/** Part of mail headers, so it must not be able to start another one. */
const nameSchema = z
  .string()
  .max(100, 'must hold a name of at most 100 characters')
  .regex(/^\P{Cc}*$/u, 'must hold a name without line breaks');

/** `Name <address>` or an address alone. */
const senderSchema = z
  .string('must name the sender of mails')
  .transform((text) => {
    const [, name = '', address = text] = /^\s*([^<>]*?)\s*<([^<>]+)>\s*$/.exec(text) ?? [];
    return { name: name || 'Earshot', address: address.trim() };
  })
  .pipe(z.object({ name: nameSchema, address: z.email('must hold an email address') }));

/** Shortest key, UTF-16 code units; that many random characters cannot be guessed. */
const MIN_KEY_LENGTH = 32;
const KEYS_MESSAGE = `must hold keys of at least ${MIN_KEY_LENGTH} characters each, separated by commas`;

/** Keys separated by commas; spaces around them and a comma at the end are ignored. */
const keysSchema = z.string(KEYS_MESSAGE).transform((list, context): UnsubscribeKeys => {
  const keys = list.split(',').map((key) => key.trim());
  const [signing, ...older] = keys.filter(Boolean);
  if (
    signing !== undefined &&
    [signing, ...older].every(({ length }) => length >= MIN_KEY_LENGTH)
  ) {
    return [signing, ...older];
  }
  context.addIssue(KEYS_MESSAGE);
  return z.NEVER;
});

const mailEnvironmentSchema = z.object({
  MAIL_TRANSPORT: setting(z.enum(['sendgrid', 'smtp']).default('sendgrid')),
  MAIL_FROM: setting(senderSchema),
  SITE_URL: setting(
    z.url({ protocol: /^https?$/, error: 'must be the site’s public address' }),
  ).transform(withoutSlashAtEnd),
  UNSUBSCRIBE_KEY: setting(keysSchema),
  SENDGRID_BASE_URL: setting(
    z.url({ protocol: /^https?$/ }).default('https://api.sendgrid.com'),
  ).transform(withoutSlashAtEnd),
  SENDGRID_API_KEY: setting(z.string().default('')),
  SMTP_URL: setting(
    z.url({ protocol: /^smtps?$/, error: 'must be smtp://host:port or smtps://…' }).optional(),
  ),
  SMTP_PASSWORD: setting(z.string().default('')),
});

/** Names of the settings and secrets for sending mail. */
export const MAIL_SETTING_NAMES = Object.keys(mailEnvironmentSchema.shape);

/** The first key signs unsubscribe links; links signed by any of the keys are accepted. */
export type UnsubscribeKeys = readonly [signing: string, ...older: string[]];

/** What the site is called and where it is. */
export interface SiteIdentity {
  name: string;
  /** The site's public address, without a slash at the end. */
  url: string;
}

/**
 * Reads the settings for sending mail; throws one sentence that names every invalid one. Functions
 * that send no mail do not have these secrets and must not call this.
 */
export function readMailConfig(environment: Environment) {
  const data = parsed(mailEnvironmentSchema, environment);
  return {
    transport: data.MAIL_TRANSPORT,
    from: data.MAIL_FROM,
    siteUrl: data.SITE_URL,
    unsubscribeKeys: data.UNSUBSCRIBE_KEY,
    sendgrid: { baseUrl: data.SENDGRID_BASE_URL, apiKey: data.SENDGRID_API_KEY },
    smtp: { url: data.SMTP_URL ?? null, password: data.SMTP_PASSWORD },
  };
}

export type MailConfig = ReturnType<typeof readMailConfig>;

/** Reads the site's name and address, which need no secret; throws as {@link readMailConfig} does. */
export function readSiteIdentity(environment: Environment): SiteIdentity {
  const schema = mailEnvironmentSchema.pick({ MAIL_FROM: true, SITE_URL: true });
  const { MAIL_FROM, SITE_URL } = parsed(schema, environment);
  return { name: MAIL_FROM.name, url: SITE_URL };
}

function parsed<T extends z.ZodType>(schema: T, environment: Environment): z.infer<T> {
  const { data, error } = schema.safeParse(environment);
  if (data !== undefined) return data;
  throw new Error(sentenceOf('Mail configuration', error));
}
