import { expect, test } from 'vitest';
import { readMailConfig } from '../../functions/src/platform/mail-config.ts';
import { neededSecrets, wrongSettings } from '../../functions/src/settings.ts';
import { LOCAL_UNSUBSCRIBE_KEY, mailEnvironment } from './mail-environment.ts';
import { portsAt } from '../instance/ports.ts';

const site = 'http://localhost:5050';

const local = (settings: Record<string, string>, offset = 0) => ({
  CATALOGUE_URL: 'file:/a',
  ...settings,
  ...mailEnvironment(settings, portsAt(offset), site),
});

test('a local run mails into its own inbox, with settings the functions take', () => {
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

test('an operator who tries SendGrid from here sets it as for a deployed site', () => {
  const environment = local({
    MAIL_TRANSPORT: 'sendgrid',
    SENDGRID_API_KEY: 'SG.key',
    MAIL_FROM: 'Me <me@example.com>',
  });
  expect(wrongSettings(environment)).toEqual([]);
  expect(neededSecrets(environment)).toContain('SENDGRID_API_KEY');
  expect(readMailConfig(environment).from).toEqual({ name: 'Me', address: 'me@example.com' });
});

test('local links are signed with a key of their own unless keys are set', () => {
  const keys = (settings: Record<string, string>) =>
    readMailConfig(local(settings)).unsubscribeKeys;
  expect(keys({})).toEqual([LOCAL_UNSUBSCRIBE_KEY]);
  const [newer, older] = ['n'.repeat(32), 'o'.repeat(32)];
  expect(keys({ UNSUBSCRIBE_KEY: `${newer},${older}` })).toEqual([newer, older]);
});
