import { expect, test } from 'vitest';
import { readMailConfig } from '../../functions/src/platform/mail-config.ts';
import { LOCAL_UNSUBSCRIBE_KEY, mailEnvironment } from './mail-environment.ts';
import { portsAt } from '../instance/ports.ts';

const site = 'http://localhost:5050';

test('a local run mails into its own inbox, with settings the functions take', () => {
  const config = readMailConfig(mailEnvironment({ VITE_SITE_NAME: 'Ear Shot' }, portsAt(7), site));
  expect(config).toMatchObject({
    transport: 'smtp',
    from: { name: 'Ear Shot', address: 'alerts@earshot.example' },
    siteUrl: site,
    smtp: { url: 'smtp://127.0.0.1:5064' },
  });
});

test('an operator who tries SendGrid from here sets it as for a deployed site', () => {
  const settings = {
    MAIL_TRANSPORT: 'sendgrid',
    SENDGRID_API_KEY: 'SG.key',
    MAIL_FROM: 'Me <me@example.com>',
  };
  expect(readMailConfig(mailEnvironment(settings, portsAt(0), site))).toMatchObject({
    transport: 'sendgrid',
    from: { name: 'Me', address: 'me@example.com' },
    sendgrid: { baseUrl: 'https://api.sendgrid.com', apiKey: 'SG.key' },
  });
});

test('local links are signed with a key of their own unless keys are set', () => {
  const keys = (settings: NodeJS.ProcessEnv) =>
    readMailConfig(mailEnvironment(settings, portsAt(0), site)).unsubscribeKeys;
  expect(keys({})).toEqual([LOCAL_UNSUBSCRIBE_KEY]);
  const [newer, older] = ['n'.repeat(32), 'o'.repeat(32)];
  expect(keys({ UNSUBSCRIBE_KEY: `${newer},${older}` })).toEqual([newer, older]);
});
