import * as z from 'zod';
import { type Environment, readSettings, withoutSlashAtEnd } from './environment.ts';

/** Rejects line breaks, which would add a mail header. */
const nameSchema = z
  .string()
  .max(100, 'must hold a name of at most 100 characters')
  .regex(/^\P{Cc}*$/u, 'must hold a name without line breaks');

/** Accepts `Name <address>` or an address. */
const senderSchema = z
  .string('must name the sender of mails')
  .transform((text) => {
    const [, name = '', address = text] = /^\s*([^<>]*?)\s*<([^<>]+)>\s*$/.exec(text) ?? [];
    return { name: name || 'Earshot', address: address.trim() };
  })
  .pipe(z.object({ name: nameSchema, address: z.email('must hold an email address') }));

/** UTF-16 code units. 32 random characters cannot be guessed. */
const MIN_KEY_LENGTH = 32;
const KEYS_MESSAGE = `must hold keys of at least ${MIN_KEY_LENGTH} characters each, separated by commas`;

/** Ignores spaces around keys and a trailing comma. */
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

const siteSchema = z.object({
  MAIL_FROM: senderSchema,
  SITE_URL: z
    .url({ protocol: /^https?$/, error: 'must be the site’s public address' })
    .transform(withoutSlashAtEnd),
});

const mailSchema = siteSchema.extend({ UNSUBSCRIBE_KEY: keysSchema });

export const MAIL_CONFIG_NAMES = Object.keys(mailSchema.shape);

/** The first key signs unsubscribe links; links signed by any key are valid. */
export type UnsubscribeKeys = readonly [signing: string, ...older: string[]];

/** Throws one error for all invalid settings. The function must declare the secret `UNSUBSCRIBE_KEY`. */
export function readMailConfig(environment: Environment) {
  const settings = readSettings('Mail configuration', mailSchema, environment);
  return {
    from: settings.MAIL_FROM,
    siteUrl: settings.SITE_URL,
    unsubscribeKeys: settings.UNSUBSCRIBE_KEY,
  };
}

export type MailConfig = ReturnType<typeof readMailConfig>;

/** Needs no secret, unlike {@link readMailConfig}. */
export function readSiteIdentity(environment: Environment) {
  const { MAIL_FROM, SITE_URL } = readSettings('Mail configuration', siteSchema, environment);
  return { name: MAIL_FROM.name, url: SITE_URL, email: MAIL_FROM.address };
}

export type SiteIdentity = Omit<ReturnType<typeof readSiteIdentity>, 'email'>;
