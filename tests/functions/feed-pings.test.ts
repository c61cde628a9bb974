import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWritablePostgres } from '../../functions/src/catalogue/engines/postgres/writable-postgres.ts';
import {
  HAS_POSTGRES,
  type PostgresProcess,
  startPostgres,
} from '../../functions/src/catalogue/testing/test-postgres.ts';
import { subscriptionKeys } from '../../functions/src/catalogue/wake-ups/web-sub.ts';
import { type DeployedFunction, serveDeployed } from '../support/deployed/deployed-function.ts';

const KEY = 'k'.repeat(32);
const TOPIC = 'https://hub.example/podping.json';
const FEED = 'https://show.example/feed';
const { token, secret } = subscriptionKeys(KEY, TOPIC);
const BODY = '<rss>Nothing of this is read.</rss>';

let server: PostgresProcess;
let pings: DeployedFunction;

const callback = (given = token, query = '') => `${pings.url}api/feed-pings?token=${given}${query}`;
const question = `&hub.mode=subscribe&hub.topic=${encodeURIComponent(TOPIC)}&hub.challenge=c-1`;
const sign = (body: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

function ping(headers: Record<string, string> = {}, given = token): Promise<Response> {
  const signed = { 'x-hub-signature': sign(BODY), link: `<${FEED}>; rel="self"`, ...headers };
  return fetch(callback(given), { method: 'POST', body: BODY, headers: signed });
}

async function inCatalogue<T>(
  work: (catalogue: ReturnType<typeof openWritablePostgres>) => Promise<T>,
): Promise<T> {
  const catalogue = openWritablePostgres(server.url(), { password: undefined });
  try {
    return await work(catalogue);
  } finally {
    await catalogue.close();
  }
}

describe.skipIf(!HAS_POSTGRES)('the endpoint of a WebSub hub', () => {
  beforeAll(async () => {
    server = await startPostgres();
    pings = await serveDeployed('feedPings', {
      ...{ CATALOGUE_URL: server.url(), UNSUBSCRIBE_KEY: KEY, SITE_URL: 'https://site.example' },
      ...{ MAIL_FROM: 'Earshot <a@site.example>', PODPING_TOPIC_URL: TOPIC },
      PODPING_HUB_URL: 'https://hub.example',
    });
    await inCatalogue(async (catalogue) => {
      await catalogue.listFeeds([{ url: FEED, host: 'show.example' }], Date.now());
    });
  });
  afterAll(async () => {
    pings.stop();
    await server.stop();
  });

  test('confirms the subscription that was asked for, and notes how long it holds', async () => {
    const answer = await fetch(callback(token, `${question}&hub.lease_seconds=86400`));
    expect([answer.status, await answer.text()]).toEqual([200, 'c-1']);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    const [channel] = await inCatalogue((catalogue) => catalogue.channels(Date.now()));
    expect(channel!.leaseUntilMs - Date.now()).toBeGreaterThan(86_000_000);
  });

  test('confirms nothing to strangers, and no other topic', async () => {
    const others = question.replace('podping', 'other');
    for (const address of [callback('x', question), callback(token, others), callback(token)]) {
      expect((await fetch(address)).status).toBe(404);
    }
  });

  test('makes the feed of a signed ping due, once', async () => {
    expect((await ping()).status).toBe(200);
    expect((await ping()).status).toBe(200);
    const [channel] = await inCatalogue((catalogue) => catalogue.channels(Date.now()));
    expect(channel).toMatchObject({ announced: 2, woken: 1 });
  });

  test('refuses what is not signed, strangers and other methods, and tells nothing of its secrets', async () => {
    expect((await ping({ 'x-hub-signature': sign(`${BODY}.`) })).status).toBe(400);
    expect((await ping({ 'x-hub-signature': '' })).status).toBe(400);
    expect((await ping({}, 'x'.repeat(43))).status).toBe(404);
    expect((await fetch(callback(), { method: 'PUT', body: BODY })).status).toBe(405);
    expect(pings.output()).not.toContain(token);
    expect(pings.output()).not.toContain(secret);
  });
});
