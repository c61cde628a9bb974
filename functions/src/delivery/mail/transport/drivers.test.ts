import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  checkMailDrivers,
  MAIL_SERVICES,
  MAX_REPORT_BYTES,
  openMailer,
  readMailReport,
} from './drivers.ts';

const from = { name: 'Earshot', address: 'alerts@earshot.example' };

test('sends mail through SendGrid by default and requires its key', async () => {
  await expect(openMailer(from, {})).rejects.toThrow('SENDGRID_API_KEY is not set');
  await expect(openMailer(from, { SENDGRID_API_KEY: '' })).rejects.toThrow('is not set');
  await expect(openMailer(from, { MAIL_TRANSPORT: 'smtp' })).rejects.toThrow('SMTP_URL must be');
  await expect(openMailer(from, { MAIL_TRANSPORT: 'pigeon' })).rejects.toThrow('MAIL_TRANSPORT');
  expect(await openMailer(from, { SENDGRID_API_KEY: 'SG.key' })).toHaveProperty('send');
});

test('names every invalid setting of all services without its value', () => {
  const wrong = { SMTP_URL: 'http://mail.example', SENDGRID_EVENT_KEY: 'no key' };
  const said = /SENDGRID_API_KEY is not set.*SENDGRID_EVENT_KEY must.*SMTP_URL must/;
  expect(() => checkMailDrivers(wrong)).toThrow(said);
  expect(() => checkMailDrivers(wrong)).not.toThrow('mail.example');
  expect(() => checkMailDrivers({ MAIL_TRANSPORT: 'pigeon' })).toThrow(
    /^[^;]*MAIL_TRANSPORT[^;]*$/,
  );
});

test('requires no settings of the other services', () => {
  expect(() => checkMailDrivers({ SENDGRID_API_KEY: 'SG.key', SMTP_URL: '' })).not.toThrow();
  const smtp = { MAIL_TRANSPORT: 'smtp', SMTP_URL: 'smtps://mailer@mail.example:465' };
  expect(() => checkMailDrivers(smtp)).not.toThrow();
});

test('reads SendGrid’s reports, and only those, whichever service sends mail', async () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const reported = (text: string, environment: object) => {
    const headers = new Headers({
      'x-twilio-email-event-webhook-timestamp': String(now / 1000),
      'x-twilio-email-event-webhook-signature': sign(
        'sha256',
        Buffer.from(`${now / 1000}${text}`),
        privateKey,
      ).toString('base64'),
    });
    const header = (name: string) => headers.get(name) ?? undefined;
    return readMailReport({ body: Buffer.from(text), header }, now, { ...environment });
  };
  const believed = { SENDGRID_EVENT_KEY: key };
  const nothing = { suppressing: [], reports: [] };
  expect(await reported('[]', believed)).toEqual(nothing);
  expect(await reported('[]', { ...believed, MAIL_TRANSPORT: 'smtp' })).toEqual(nothing);
  expect(await reported('{}', believed)).toBeNull();
  expect(await reported('[]', {})).toBe(false);
  expect(MAX_REPORT_BYTES).toBe(1_000_000);
});

/** File → part that must name every mail service, for operators or for people whose address the service gets. */
const TEXTS = {
  '.env.example': /^# The mail transport: .*$/m,
  'docs/deploying.md': /[^]*/,
  'web/src/features/info/legal/privacy-page.tsx': /The email provider[^]*?<\/li>/,
};

test.each(
  MAIL_SERVICES.flatMap((service) =>
    Object.entries(TEXTS).map((text) => [service, ...text] as const),
  ),
)('names %s in %s', (service, file, part) => {
  const text = readFileSync(new URL(`../../../../../${file}`, import.meta.url), 'utf8');
  const name = service === 'smtp' && file.endsWith('.tsx') ? 'email server' : service;
  expect(part.exec(text)?.[0].toLowerCase()).toContain(name);
});
