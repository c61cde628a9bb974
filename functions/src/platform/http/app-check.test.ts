import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAppCheck } from 'firebase-admin/app-check';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { Agent } from 'node:https';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { requireVerifiedApp } from './app-check.ts';

const PROJECT = 'demo-checked';
const ours = generateKeyPairSync('rsa', { modulusLength: 2048 });
const theirs = generateKeyPairSync('rsa', { modulusLength: 2048 });

const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Arguments override parts of the token. */
function token(claims: object = {}, head: object = {}, key: KeyObject = ours.privateKey): string {
  const now = Math.floor(Date.now() / 1000);
  const header = { alg: 'RS256', typ: 'JWT', kid: 'one', ...head };
  const payload = {
    iss: 'https://firebaseappcheck.googleapis.com/1234',
    aud: ['projects/1234', `projects/${PROJECT}`],
    sub: '1:1234:web:abcd',
    iat: now - 60,
    exp: now + 3600,
    ...claims,
  };
  const signed = `${json(header)}.${json(payload)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

const keySet = {
  keys: [{ ...ours.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
};

/** firebase-admin's verifier, connected to a local server that serves our keys instead of Google. */
async function verifier(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const httpAgent = new Agent();
  httpAgent.createConnection = () => connect(port, '127.0.0.1');
  const app = initializeApp({ projectId: PROJECT, httpAgent }, `app-check-${port}`);
  onTestFinished(async () => {
    await deleteApp(app);
    server.closeAllConnections();
    server.close();
  });
  return getAppCheck(app);
}

const withKeys = () => verifier((_request, response) => response.end(JSON.stringify(keySet)));

test('accepts a token of this project and fetches the keys once', async () => {
  const asked: (string | undefined)[] = [];
  const appCheck = await verifier((request, response) => {
    asked.push(`${request.headers.host ?? ''}${request.url ?? ''}`);
    response.end(JSON.stringify(keySet));
  });
  for (let call = 0; call < 3; call += 1) await requireVerifiedApp(token(), appCheck);
  expect(asked).toEqual(['firebaseappcheck.googleapis.com/v1/jwks']);
});

const hourAgo = Math.floor(Date.now() / 1000) - 3600;

test.each<[name: string, token: string | string[] | undefined]>([
  ['no token', undefined],
  ['an empty token', ''],
  ['two tokens', [token(), token()]],
  ['text that is no token', 'x'.repeat(2000)],
  ['a token of another project', token({ aud: ['projects/other'] })],
  ['a token of another issuer', token({ iss: 'https://evil.example/1234' })],
  ['an expired token', token({ iat: hourAgo - 3600, exp: hourAgo })],
  ['a token signed with another key', token({}, {}, theirs.privateKey)],
  ['a token with an unknown key id', token({}, { kid: 'two' }, theirs.privateKey)],
  ['a token without signature', `${token({}, { alg: 'none' }).split('.').slice(0, 2).join('.')}.`],
  [
    'a token with changed claims',
    [token().split('.')[0], json({ sub: 'x' }), token().split('.')[2]].join('.'),
  ],
])('rejects a call with %s', async (_name, given) => {
  await expect(requireVerifiedApp(given, await withKeys())).rejects.toMatchObject({
    code: 'app-not-verified',
  });
});

test('rejects every call as upstream-unavailable while the keys cannot be fetched', async () => {
  const appCheck = await verifier((_request, response) => response.writeHead(500).end('{}'));
  await expect(requireVerifiedApp(token(), appCheck)).rejects.toMatchObject({
    code: 'upstream-unavailable',
  });
});
