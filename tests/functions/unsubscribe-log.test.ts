import { afterAll, beforeAll, expect, test } from 'vitest';
import { signLink } from '../../functions/src/delivery/links/link-token.ts';
import { type DeployedFunction, serveDeployed } from '../support/deployed/deployed-function.ts';

const KEY = 'x'.repeat(32);
const TOKEN = signLink({ kind: 'stop-all', uid: 'ada' }, [KEY]);
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const ONE_CLICK = 'List-Unsubscribe=One-Click';

let unsubscribe: DeployedFunction;
beforeAll(async () => {
  const nowhere = '127.0.0.1:1';
  unsubscribe = await serveDeployed('unsubscribe', {
    MAIL_FROM: 'Earshot <alerts@earshot.example>',
    SITE_URL: 'https://earshot.example',
    UNSUBSCRIBE_KEY: KEY,
    GCLOUD_PROJECT: 'demo-nowhere',
    FIREBASE_AUTH_EMULATOR_HOST: nowhere,
    FIRESTORE_EMULATOR_HOST: nowhere,
  });
}, 60_000);
afterAll(() => unsubscribe.stop());

function call(method: string, token: string, body: string | null, headers = {}) {
  const address = `${unsubscribe.url}?token=${token}`;
  return fetch(address, { method, headers: { ...FORM, ...headers }, body });
}

test('logs no token, whether the call is refused or fails', async () => {
  const forged = TOKEN.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  const statuses = [
    (await call('GET', TOKEN, null)).status,
    (await call('POST', TOKEN, ONE_CLICK)).status,
    (await call('POST', forged, ONE_CLICK)).status,
    (await call('POST', forged, 'wish=all')).status,
    (await call('POST', TOKEN, ONE_CLICK, { 'content-encoding': 'gzip' })).status,
    (await call('POST', TOKEN, 'x'.repeat(5000))).status,
    (await call('DELETE', TOKEN, null)).status,
  ];
  expect(statuses).toEqual([500, 500, 400, 400, 400, 413, 405]);
  expect(unsubscribe.output()).toContain('unsubscribe-refused');
  expect(unsubscribe.output()).toContain('ECONNREFUSED'); // It does say why calls failed.
  const [, ...parts] = TOKEN.split('.');
  for (const part of parts) expect(unsubscribe.output()).not.toContain(part);
});
