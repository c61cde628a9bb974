import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newApiKey } from '../../functions/src/accounts/api-key-text.ts';
import { newToken } from '../../functions/src/delivery/channels/channel-secrets.ts';
import { signLink } from '../../functions/src/delivery/links/link-token.ts';
import { type Person, signUp } from '../support/account.ts';
import { type DeployedFunction, serveDeployed } from '../support/deployed/deployed-function.ts';

const KEY = 'x'.repeat(32);
/** The functions' own timeout is 30 seconds, and five minutes for `member`. */
const WITHIN_MS = 60_000;

/** Accepts connections and never answers. */
let firestore: Server;
const connections = new Set<Socket>();
let person: Person;
const served = new Map<string, DeployedFunction>();

beforeAll(async () => {
  firestore = createServer((socket) => connections.add(socket.on('error', () => undefined)));
  firestore.listen(0, '127.0.0.1');
  await once(firestore, 'listening');
  const { port } = firestore.address() as { port: number };
  person = await signUp();
  const settings = {
    FIRESTORE_EMULATOR_HOST: `127.0.0.1:${port}`,
    RATE_LIMIT_STORE: 'firestore',
    MAIL_FROM: 'Earshot <alerts@earshot.example>',
    SITE_URL: 'https://earshot.example',
    UNSUBSCRIBE_KEY: KEY,
    CATALOGUE_URL: 'file:/nowhere/catalogue.db',
    ALERT_INDEX_URL: 'file:/nowhere/alerts',
    TRANSCRIPTS_URL: 'file:/nowhere/heard',
  };
  const names = ['api', 'feeds', 'member', 'unsubscribe'];
  await Promise.all(
    names.map(async (name) => served.set(name, await serveDeployed(name, settings))),
  );
}, 60_000);

afterAll(() => {
  for (const each of served.values()) each.stop();
  for (const socket of connections) socket.destroy();
  firestore.close();
});

async function ask(name: string, path: string, request: RequestInit = {}) {
  const signal = AbortSignal.timeout(WITHIN_MS);
  const answer = await fetch(`${served.get(name)!.url}${path}`, { ...request, signal });
  return { status: answer.status, text: await answer.text() };
}

test.concurrent('a call with a key is answered with a code and a sentence', async () => {
  const headers = { authorization: `Bearer ${newApiKey()}` };
  const { status, text } = await ask('api', 'api/v1/alerts', { headers });
  expect([status, JSON.parse(text)]).toEqual([
    504,
    {
      error: {
        code: 'upstream-timeout',
        message: 'the database did not answer in time, please try again',
      },
    },
  ]);
});

test.concurrent('a call of a signed-in person is answered with a code and a sentence', async () => {
  const { status, text } = await ask('member', 'unfollowShow', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${person.idToken}` },
    body: JSON.stringify({ data: { showId: '0123456789abcdef0123' } }),
  });
  expect([status, JSON.parse(text)]).toEqual([
    504,
    {
      error: {
        status: 'DEADLINE_EXCEEDED',
        message: 'the database did not answer in time',
        details: { code: 'upstream-timeout' },
      },
    },
  ]);
});

test.concurrent('a reader of a private feed is asked to come back', async () => {
  const { status, text } = await ask('feeds', `feeds/${newToken()}.xml`);
  expect([status, text]).toEqual([
    503,
    'upstream-timeout: the database did not answer in time, please try again\n',
  ]);
});

test.concurrent('the page of an email’s link says that it did not work', async () => {
  const token = signLink({ kind: 'stop-all', uid: person.uid }, [KEY]);
  const { status, text } = await ask('unsubscribe', `?token=${token}`);
  expect([status, text]).toEqual([
    504,
    expect.stringContaining('The database did not answer in time'),
  ]);
});
