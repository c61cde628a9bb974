import { describe, expect, test } from 'vitest';
import type { FakeIdentity } from '../deploy/fake-identity.ts';
import { checkSignIn } from './check-sign-in.ts';
import { PROJECT, readyProject } from './ready-project.ts';

async function check(change: (identity: FakeIdentity) => void = () => undefined) {
  const { google } = readyProject(({ identity }) => change(identity));
  return checkSignIn(google, PROJECT, 'https://heard.test', 'open');
}

const CONSOLE = `https://console.firebase.google.com/project/${PROJECT}/authentication`;

/** Replaces the settings of emails that Authentication sends. */
function mails(settings: object) {
  return (identity: FakeIdentity) => {
    identity.config = { ...identity.config, notification: { sendEmail: settings } };
  };
}

describe('the check of signing in', () => {
  test('accepts both ways of signing in', async () => {
    const found = await check();
    expect(found.filter(({ state }) => state === 'ok').map(({ text }) => text)).toEqual([
      'people can sign in with email and password',
      'nobody can ask which addresses have accounts',
      'people can sign in at heard.test',
      'people can sign in with Google',
      'Google knows https://heard.test/__/auth/handler',
      'everybody can sign up',
    ]);
    expect(found.filter(({ state }) => state === 'missing')).toEqual([]);
  });

  test.each<[string, (identity: FakeIdentity) => void, RegExp, string]>([
    [
      'Authentication is off',
      (identity) => (identity.config = null),
      /^Authentication is off/,
      CONSOLE,
    ],
    [
      'the domain is not authorised',
      (identity) => (identity.config = { ...identity.config, authorizedDomains: ['localhost'] }),
      /^heard\.test is no authorised domain/,
      `${CONSOLE}/settings`,
    ],
    [
      'Google was never switched on',
      (identity) => (identity.google = null),
      /^signing in with Google is off/,
      `${CONSOLE}/providers`,
    ],
    [
      'Google is switched off',
      (identity) => (identity.google = { enabled: false, clientId: '123' }),
      /^signing in with Google is off/,
      `${CONSOLE}/providers`,
    ],
    [
      'Google does not know the redirect address',
      (identity) => (identity.redirects = ['https://heard-test.firebaseapp.com/__/auth/handler']),
      /redirect_uri_mismatch.*add https:\/\/heard\.test\/__\/auth\/handler/,
      `https://console.cloud.google.com/apis/credentials/oauthclient/123-web.apps.googleusercontent.com?project=${PROJECT}`,
    ],
    [
      'Google writes the mismatch into its page',
      (identity) =>
        (identity.page = { status: 400, location: '', text: 'Error 400: redirect_uri_mismatch' }),
      /redirect_uri_mismatch/,
      `https://console.cloud.google.com/apis/credentials/oauthclient/123-web.apps.googleusercontent.com?project=${PROJECT}`,
    ],
  ])('reports that %s', async (_, change, text, page) => {
    const found = (await check(change)).filter(({ state }) => state === 'missing');
    expect(found).toHaveLength(1);
    expect(found).toMatchObject([{ text: expect.stringMatching(text) as string, fix: [page] }]);
  });

  test.each([
    ['is unavailable', { status: 503, location: '', text: 'try again' }],
    [
      'names another error',
      { status: 302, location: '/signin/oauth/error?authError=Cg', text: '' },
    ],
  ])('does not claim that Google knows the address when its page %s', async (_, page) => {
    const found = await check((identity) => (identity.page = page));
    expect(found.filter(({ state }) => state === 'unseen')).toMatchObject([
      { text: expect.stringContaining('whether Google knows') as string },
    ]);
  });

  test('reports that accounts.google.com was not reached', async () => {
    const { google } = readyProject();
    const visit = () => Promise.reject(new Error('no network'));
    const found = await checkSignIn({ ...google, visit }, PROJECT, 'https://heard.test', 'open');
    expect(found).toContainEqual(
      expect.objectContaining({
        state: 'unseen',
        text: expect.stringContaining('no response') as string,
      }),
    );
  });
});

describe('the check of verification emails', () => {
  const later = async (change?: (identity: FakeIdentity) => void) =>
    (await check(change)).filter(({ state }) => state === 'later');

  test('reports Firebase’s sender, link and missing name, with the page that changes them', async () => {
    const found = await later();
    expect(found.map(({ text }) => text)).toEqual([
      expect.stringContaining('comes from noreply@heard-test.firebaseapp.com') as string,
      expect.stringContaining('leads to heard-test.firebaseapp.com') as string,
      expect.stringContaining('no sender’s name') as string,
    ]);
    for (const { fix } of found) expect(fix).toEqual([`${CONSOLE}/emails`]);
  });

  const own = {
    callbackUri: 'https://heard.test/__/auth/action',
    verifyEmailTemplate: { senderDisplayName: 'Heard' },
  };

  test('reports DNS records that Google has not verified yet', async () => {
    const dnsInfo = { pendingCustomDomain: 'heard.test', customDomainState: 'IN_PROGRESS' };
    expect((await later(mails({ ...own, dnsInfo }))).map(({ text }) => text)).toEqual([
      expect.stringMatching(/DNS records of heard\.test.*IN_PROGRESS/) as string,
    ]);
  });

  test.each([
    ['a custom domain', { dnsInfo: { customDomain: 'heard.test', useCustomDomain: true } }],
    ['an SMTP server', { method: 'CUSTOM_SMTP', smtp: { senderEmail: 'hello@heard.test' } }],
  ])('accepts emails from %s', async (_, settings) => {
    const found = await check(mails({ ...own, ...settings }));
    expect(found.filter(({ state }) => state === 'later')).toEqual([]);
    expect(found.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^verification emails come from .*heard\.test$/),
    );
  });
});
