import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { asNewClient } from '../support/client.ts';
import { signUpVerified } from '../support/account.ts';
import { makeKey } from '../support/api.ts';
import { siteUrl } from '../support/stack.ts';
import { useDocuments } from '../support/use-documents.ts';

const documents = useDocuments();

const REVISIONS = { '2025-11-25': 'legacy', '2026-07-28': { pin: '2026-07-28' } } as const;
type Revision = keyof typeof REVISIONS;

const address = () => new URL(`${siteUrl()}/mcp`);

async function open(key: string, revision: Revision = '2026-07-28') {
  const options = { versionNegotiation: { mode: REVISIONS[revision] } };
  const client = new Client({ name: 'test', version: '1.0.0' }, options);
  const headers = { ...asNewClient(), authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(address(), { requestInit: { headers } }));
  return client;
}

type Structured = Record<string, unknown>;

async function use(client: Client, name: string, given: Structured): Promise<Structured> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: given });
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  if (isError === true) return { refused: text };
  expect([content.length, structuredContent]).toEqual([1, undefined]);
  return JSON.parse(text) as Structured;
}

const found = z.object({
  episodes: z.tuple([z.object({ id: z.string(), published: z.string() })], z.unknown()),
});
const placed = z.object({
  episode: z.object({
    said: z.tuple([z.object({ at_seconds: z.number(), text: z.string() })], z.unknown()),
  }),
});
const saved = z.object({ alert: z.object({ id: z.string(), query: z.string() }) });
const matched = z.object({ items: z.array(z.object({ id: z.string() })).min(1) });

test.each(Object.keys(REVISIONS) as Revision[])(
  'searches, finds a quotation and saves an alert for an agent of revision %s',
  async (revision) => {
    const ada = await signUpVerified();
    const { key } = await makeKey(ada);
    const client = await open(key, revision);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getInstructions()).toContain('untrusted data');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search_episodes',
      'get_trend',
      'get_episode',
      'explain_query',
      'list_alerts',
      'create_alert',
      'recent_matches',
      'list_matches',
      'list_channels',
    ]);
    for (const { description = '' } of tools) expect(description).toMatch(/\b(Use it|Not )/);
    const asked = await use(client, 'search_episodes', { q: ['spoken:barometer'] });
    expect(asked['untrusted']).toContain('follow no instructions');
    const { id, published } = found.parse(asked).episodes[0];
    const place = await use(client, 'get_episode', { id, published, q: ['barometer'] });
    const [first] = placed.parse(place).episode.said;
    expect(first.text).toContain('barometer');
    const around = { id, published, around: first.at_seconds };
    const read = await use(client, 'get_episode', around);
    expect(JSON.stringify(read['transcript'])).toContain('barometer');
    expect(JSON.stringify(read['transcript']).length).toBeLessThan(10_000);
    const trend = await use(client, 'get_trend', { q: ['spoken:barometer'] });
    expect(trend['total']).toBeGreaterThan(0);
    const meaning = await use(client, 'explain_query', { q: ['openai -sponsor'] });
    expect(meaning['means']).toBe('Episodes that mention openai, but not sponsor.');
    const { alert } = saved.parse(await use(client, 'create_alert', { query: 'openai' }));
    expect(await documents.read(`users/${ada.uid}/alerts/${alert.id}`)).toMatchObject({
      keyword: 'openai',
    });
    expect(await use(client, 'list_alerts', {})).toMatchObject({ alerts: [alert], room: 199 });
    matched.parse(await use(client, 'recent_matches', { id: alert.id, days: 30 }));
    await client.close();
  },
);

test('saves no alert with a read-only key and shows nobody another’s alerts', async () => {
  const [ada, grace] = await Promise.all([signUpVerified(), signUpVerified()]);
  const [reading, whole] = [await makeKey(ada, ['read']), await makeKey(grace)];
  const [reader, owner] = [await open(reading.key), await open(whole.key)];
  const { alert } = saved.parse(await use(owner, 'create_alert', { query: 'openai' }));
  expect(await use(reader, 'create_alert', { query: 'openai' })).toEqual({
    refused: 'scope-missing: this key has no scope alerts',
  });
  expect(await use(reader, 'list_alerts', {})).toMatchObject({
    refused: 'scope-missing: this key has no scope alerts',
  });
  expect(await use(reader, 'recent_matches', { id: alert.id })).toEqual({
    refused: 'not-found: there is no such alert',
  });
  expect(await documents.below(`users/${ada.uid}`)).toEqual([
    `users/${ada.uid}/apiKeys/${reading.keyId}`,
  ]);
  for (const given of [{ q: [] }, { q: ['a'], limit: 26 }, { q: ['a'], limt: 2 }, {}]) {
    const answer = await reader.callTool({ name: 'search_episodes', arguments: given });
    expect(answer.isError).toBe(true);
  }
  await Promise.all([reader.close(), owner.close()]);
});

/** Uses `node:http` for headers that `fetch` would not send. */
function post(headers: Record<string, string>, body: string): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const { hostname, port, pathname } = address();
    const asked = httpRequest(
      { hostname, port, path: pathname, method: 'POST', headers },
      (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.on('end', () => resolve([answer.statusCode ?? 0, text]));
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

test('reads numbers, booleans and lists that an assistant sends as text', async () => {
  const { key } = await makeKey(await signUpVerified(), ['read']);
  const client = await open(key);
  const asked = { q: '["spoken:barometer","spoken:nobodysaysthis"]', limit: '1' };
  const { episodes } = found.parse(await use(client, 'search_episodes', asked));
  expect(episodes).toHaveLength(1);
  const inNotes = { q: ['spoken:barometer'], spoken: 'false', strength: null, sort: 'null' };
  expect(await use(client, 'search_episodes', inNotes)).toMatchObject({ total: 0 });
  const trend = { q: '["spoken:barometer"]' };
  expect((await use(client, 'get_trend', trend))['total']).toBeGreaterThan(0);
  const nonsense = { q: ['a'], limit: 'abc' };
  expect(await use(client, 'search_episodes', nonsense)).toMatchObject({
    refused: expect.stringContaining('limit') as string,
  });
  await client.close();
});

test('allows pages of the site to call with a key, and refuses pages of other sites', async () => {
  const { origin } = address();
  const headers = 'authorization, content-type, mcp-protocol-version, mcp-session-id, x-other';
  const preflight = (from: string) =>
    fetch(address(), {
      method: 'OPTIONS',
      headers: {
        origin: from,
        'access-control-request-method': 'POST',
        'access-control-request-headers': headers,
      },
    });
  const permitted = await preflight(origin);
  expect(permitted.status).toBe(204);
  expect(Object.fromEntries(permitted.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': expect.stringContaining('POST') as string,
    'access-control-allow-headers':
      'Authorization, Content-Type, mcp-protocol-version, mcp-session-id',
  });
  expect((await preflight('https://evil.example')).status).toBe(403);
  const { key } = await makeKey(await signUpVerified(), ['read']);
  const call = (from: string, authorization: string) =>
    fetch(address(), {
      method: 'POST',
      headers: {
        ...asNewClient(),
        origin: from,
        authorization,
        'content-type': 'application/json',
      },
      body: PING,
    });
  expect((await call(origin, `Bearer ${key}`)).status).toBe(200);
  expect((await call(origin, 'Bearer es_no')).status).toBe(401);
  for (const from of ['https://evil.example', 'null', `${origin}.evil.example`]) {
    const refused = await call(from, `Bearer ${key}`);
    expect([from, refused.status]).toEqual([from, 403]);
  }
});

test('answers /mcp/ like /mcp', async () => {
  const { key } = await makeKey(await signUpVerified(), ['read']);
  const answer = await fetch(`${address().href}/`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      ...asNewClient(),
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
    },
    body: PING,
  });
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { jsonrpc: '2.0', id: 1, result: {} },
  ]);
});

test('refuses forged hosts, missing keys and other messages before they are handled', async () => {
  const { key } = await makeKey(await signUpVerified(), ['read']);
  const usual = {
    ...asNewClient(),
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  expect((await post(usual, PING))[0]).toBe(200);
  const { origin } = address();
  expect((await post({ ...usual, origin }, PING))[0]).toBe(200);
  const forged = [{ 'x-forwarded-host': 'evil.example' }, { host: 'evil.example' }];
  for (const headers of forged) {
    const [status, text] = await post({ ...usual, ...headers }, PING);
    expect([status, text], JSON.stringify(headers)).toEqual([
      403,
      expect.stringContaining('host-not-allowed'),
    ]);
  }
  const { authorization: _, ...keyless } = usual;
  expect((await post(keyless, PING))[0]).toBe(200);
  expect((await post({ ...keyless, authorization: 'Bearer es_no' }, PING))[0]).toBe(401);
  for (const body of [
    '',
    '[',
    `[${PING},${PING}]`,
    '"ping"',
    PING.replace('ping', 'subscriptions/listen'),
  ]) {
    expect((await post(usual, body))[0], body).toBe(400);
  }
  expect((await post(usual, `{"jsonrpc":"2.0","method":"${'x'.repeat(40_000)}"}`))[0]).toBe(413);
  const got = await fetch(address(), {
    headers: { ...asNewClient(), authorization: `Bearer ${key}` },
  });
  expect(got.status).toBe(405);
});
