import { expect, test } from 'vitest';
import { readMailConfig } from '../../functions/src/platform/mail-config.ts';
import { neededSecrets, wrongSettings } from '../../functions/src/settings.ts';
import { portsAt } from '../instance/ports.ts';
import {
  accountMail,
  accountRequestSchema,
  LOCAL_UNSUBSCRIBE_KEY,
  mailEnvironment,
} from './inbox.ts';

const site = 'http://localhost:5050';

const local = (settings: Record<string, string>, offset = 0) => ({
  CATALOGUE_URL: 'file:/a',
  ...settings,
  ...mailEnvironment(settings, portsAt(offset), site),
});

test('a local run mails to its own inbox, with settings that the functions accept', () => {
  const environment = local({ VITE_SITE_NAME: 'Ear Shot' }, 7);
  expect(wrongSettings(environment)).toEqual([]);
  expect(environment).toMatchObject({
    MAIL_TRANSPORT: 'smtp',
    SMTP_URL: 'smtp://127.0.0.1:5064',
  });
  expect(readMailConfig(environment)).toMatchObject({
    from: { name: 'Ear Shot', address: 'alerts@earshot.example' },
    siteUrl: site,
  });
});

test('a local run can use SendGrid, with the settings of a deployed site', () => {
  const environment = local({
    MAIL_TRANSPORT: 'sendgrid',
    SENDGRID_API_KEY: 'SG.key',
    MAIL_FROM: 'Me <me@example.com>',
  });
  expect(wrongSettings(environment)).toEqual([]);
  expect(neededSecrets(environment)).toContain('SENDGRID_API_KEY');
  expect(readMailConfig(environment).from).toEqual({ name: 'Me', address: 'me@example.com' });
});

test.each<[string, Record<string, string>]>([
  ['SMTP', { MAIL_TRANSPORT: 'smtp', SMTP_URL: 'smtps://resend@smtp.resend.com:465' }],
  ['SendGrid', { MAIL_TRANSPORT: 'sendgrid', SMTP_PASSWORD: 'of another service' }],
])('a local run mails to its own inbox if the secret of %s is only deployed', (_, settings) => {
  const environment = local({ ...settings, MAIL_FROM: 'Heard <mails@heard.test>' }, 7);
  expect(wrongSettings(environment)).toEqual([]);
  expect(environment).toMatchObject({
    MAIL_TRANSPORT: 'smtp',
    SMTP_URL: 'smtp://127.0.0.1:5064',
    SMTP_PASSWORD: '',
  });
});

test.each<Record<string, string>>([
  { SMTP_URL: 'smtps://me@mail.heard.test:465', SMTP_PASSWORD: 'secret' },
  { SMTP_URL: 'smtp://localhost:25' },
])('a local run can use the mail server %o', (server) => {
  expect(local(server)).toMatchObject({ MAIL_TRANSPORT: 'smtp', ...server });
});

test('a local run reports an unknown mail service', () => {
  expect(wrongSettings(local({ MAIL_TRANSPORT: 'pigeon' })).join()).toContain('MAIL_TRANSPORT');
});

test('signs local links with a fixed key unless UNSUBSCRIBE_KEY is set', () => {
  const keys = (settings: Record<string, string>) =>
    readMailConfig(local(settings)).unsubscribeKeys;
  expect(keys({})).toEqual([LOCAL_UNSUBSCRIBE_KEY]);
  const [newer, older] = ['n'.repeat(32), 'o'.repeat(32)];
  expect(keys({ UNSUBSCRIBE_KEY: `${newer},${older}` })).toEqual([newer, older]);
});

const request = accountRequestSchema.parse({
  email: 'ada@example.com',
  requestType: 'VERIFY_EMAIL',
  oobCode: 'code',
  oobLink: 'http://127.0.0.1:9099/emulator/action?mode=verifyEmail&oobCode=code',
});

test('mails the link to verify an address to that address', () => {
  const mail = accountMail(request);
  expect(mail.to.address).toBe('ada@example.com');
  expect(mail.subject).toBe('Verify your email address');
  expect(mail.text).toContain(`\n\n${request.oobLink}\n\n`);
});

test('the subject of a mail to reset a password says so', () => {
  expect(accountMail({ ...request, requestType: 'PASSWORD_RESET' }).subject).toBe(
    'Reset your password',
  );
});
