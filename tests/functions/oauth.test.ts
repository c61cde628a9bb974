import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { appAllowedSchema, appDescribedSchema } from '../../functions/src/contract/index.ts';
import { call, type Person, signUp, signUpVerified } from '../support/account.ts';
import { makeKey } from '../support/api.ts';
import { asNewClient } from '../support/client.ts';
import { siteUrl } from '../support/stack.ts';
import { useDocuments } from '../support/use-documents.ts';

// Everything goes through Hosting's rewrites, without any cookie.
const documents = useDocuments();
const REDIRECT = 'http://127.0.0.1:41234/callback';

const mcpUrl = () => new URL(`${siteUrl()}/mcp`);

/** What an app remembers between its requests. */
function appMemory(fixed?: { client_id: string }, clientMetadataUrl?: string) {
  const memory: {
    asked?: URL;
    information?: { client_id: string };
    tokens?: StoredOAuthTokens;
    verifier?: string;
  } = {};
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadata: { client_name: 'Test assistant', redirect_uris: [REDIRECT] },
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    state: () => 'state-of-the-app',
    clientInformation: () => fixed ?? memory.information,
    saveClientInformation: (information) => {
      memory.information = information;
    },
    tokens: () => memory.tokens,
    saveTokens: (tokens) => {
      memory.tokens = tokens;
    },
    redirectToAuthorization: (url) => {
      memory.asked = url;
    },
    saveCodeVerifier: (verifier) => {
      memory.verifier = verifier;
    },
    codeVerifier: () => memory.verifier ?? '',
  };
  const transport = () =>
    new StreamableHTTPClientTransport(mcpUrl(), {
      authProvider: provider,
      requestInit: { headers: asNewClient() },
    });
  return { memory, provider, transport };
}

const newClient = () => new Client({ name: 'test', version: '1.0.0' });

async function describe(person: Person, query: string) {
  const { result } = await call('apps', person, { action: 'describe', request: query });
  return appDescribedSchema.parse(result);
}

/** Presses "Allow" on the page to which the app sent the person. Returns where the person goes. */
async function allow(person: Person, query: string, scopes = ['read', 'alerts']): Promise<URL> {
  const { result } = await call('apps', person, { action: 'allow', request: query, scopes });
  const allowed = appAllowedSchema.parse(result);
  if (allowed.kind === 'refused') throw new Error(allowed.message);
  return new URL(allowed.address);
}

async function askedQuery(app: ReturnType<typeof appMemory>): Promise<string> {
  const visitor = newClient();
  const transport = app.transport();
  await visitor.connect(transport);
  // The public tools work without signing in.
  const { tools } = await visitor.listTools();
  expect(tools.length).toBeGreaterThan(4);
  const searched = await visitor.callTool({ name: 'explain_query', arguments: { q: ['openai'] } });
  expect(searched.isError).not.toBe(true);
  expect(app.memory.asked).toBeUndefined();
  await expect(visitor.callTool({ name: 'list_alerts', arguments: {} })).rejects.toThrow(
    UnauthorizedError,
  );
  await visitor.close();
  const { asked } = app.memory;
  expect(asked?.origin).toBe(siteUrl());
  expect(asked?.pathname).toBe('/authorize');
  return asked?.search.slice(1) ?? '';
}

test('the official client registers itself, connects, uses the account, renews and ends', async () => {
  const ada = await signUpVerified();
  const app = appMemory();
  const query = await askedQuery(app);
  expect(await describe(ada, query)).toMatchObject({
    kind: 'app',
    name: 'Test assistant',
    vouchedBy: null,
    host: null,
    scopes: ['read', 'alerts'],
  });
  const back = await allow(ada, query);
  expect(back.origin + back.pathname).toBe(REDIRECT);
  expect(back.searchParams.get('state')).toBe('state-of-the-app');
  expect(back.searchParams.get('iss')).toBe(siteUrl());

  await app.transport().finishAuth(back.searchParams);
  const client = newClient();
  await client.connect(app.transport());
  const created = await client.callTool({ name: 'create_alert', arguments: { query: 'openai' } });
  expect(created.isError).not.toBe(true);
  const stored = await documents.below(`users/${ada.uid}`);
  expect(stored.filter((path) => path.includes('/alerts/'))).toHaveLength(1);
  const [shown] = stored.filter((path) => path.includes('/apps/'));
  expect(await documents.read(shown!)).toMatchObject({ name: 'Test assistant', host: null });

  // An expired token: the client renews it, and goes on.
  const first = app.memory.tokens!;
  app.memory.tokens = { ...first, access_token: `${first.access_token.slice(0, -4)}abcd` };
  const listed = await client.callTool({ name: 'list_alerts', arguments: {} });
  expect(JSON.stringify(listed.content)).toContain('openai');
  expect(app.memory.tokens.refresh_token).not.toBe(first.refresh_token);

  const appId = shown!.split('/').at(-1)!;
  await call('apps', ada, { action: 'revoke', appId });
  expect(await documents.read(shown!)).toBeNull();
  expect((await token({ grant_type: 'refresh_token', ...refreshOf(app) })).status).toBe(400);
  await client.close();
});

test('the official client connects with a document that names it', async () => {
  const grace = await signUpVerified();
  const { id } = await servedDocument((address) => ({
    client_id: address,
    client_name: 'Documented assistant',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
  }));
  const app = appMemory({ client_id: id });
  const query = await askedQuery(app);
  expect(await describe(grace, query)).toMatchObject({
    kind: 'app',
    name: 'Documented assistant',
    vouchedBy: new URL(id).host,
  });
  const back = await allow(grace, query, ['read']);
  await app.transport().finishAuth(back.searchParams);
  const client = newClient();
  await client.connect(app.transport());
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain('list_matches');
  expect(names).not.toContain('create_alert');
  await client.close();
});

test('the official client prefers its document to a registration', async () => {
  const app = appMemory(undefined, 'https://assistant.example/client.json');
  const query = await askedQuery(app);
  expect(new URLSearchParams(query).get('client_id')).toBe('https://assistant.example/client.json');
});

test.each([
  ['of another address', (address: string) => ({ client_id: `${address}x` })],
  ['without addresses', () => ({ redirect_uris: [] })],
  ['that runs code', () => ({ redirect_uris: ['javascript:alert(1)'] })],
  ['with a secret', () => ({ token_endpoint_auth_method: 'client_secret_post' })],
  ['that is a page', () => '<!doctype html>'],
  ['of two megabytes', () => ({ client_name: 'x'.repeat(2_000_000) })],
  ['that redirects', () => null],
])('refuses a document %s', async (_what, change) => {
  const ada = await signUpVerified();
  const { id } = await servedDocument((address) => {
    const changed: unknown = change(address);
    const good = { client_id: address, client_name: 'A', redirect_uris: [REDIRECT] };
    return changed === null || typeof changed === 'string'
      ? changed
      : { ...good, ...(changed as object) };
  });
  const query = new URLSearchParams({ ...GOOD, client_id: id }).toString();
  const answer = await describe(ada, query);
  expect(answer).toMatchObject({ kind: 'refused' });
  expect(answer).not.toHaveProperty('back');
});

test.each([
  'https://127.0.0.1/client.json',
  'https://10.0.0.1/client.json',
  'https://[::1]/client.json',
  'https://169.254.169.254/computeMetadata/v1/',
  'https://metadata.google.internal/client.json',
  'https://localhost:5050/client.json',
  'https://ada@app.example/client.json',
  'https://app.example/',
  'https://app.example/../client.json',
  'file:///etc/passwd',
])('asks no private or odd address for a document: %s', async (id) => {
  const ada = await signUpVerified();
  const query = new URLSearchParams({ ...GOOD, client_id: id }).toString();
  expect(await describe(ada, query)).toEqual({
    kind: 'refused',
    message: 'Earshot cannot find out which app this is. Go back to the app and try again.',
  });
});

const GOOD = {
  response_type: 'code',
  redirect_uri: REDIRECT,
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWSZcCqxQ4tI0',
  code_challenge_method: 'S256',
};

/** Serves a document at its address. Null redirects, text is sent as a page. */
async function servedDocument(documentOf: (address: string) => object | string | null) {
  const server = createServer((request, reply) => {
    const { port } = server.address() as { port: number };
    const address = `http://127.0.0.1:${port}/client.json`;
    if (request.url === '/moved.json') {
      const moved = { client_id: address, client_name: 'A', redirect_uris: [REDIRECT] };
      reply.setHeader('content-type', 'application/json').end(JSON.stringify(moved));
      return;
    }
    const written = documentOf(address);
    if (written === null) {
      reply.writeHead(302, { location: '/moved.json' }).end();
      return;
    }
    const isText = typeof written === 'string';
    reply.setHeader('content-type', isText ? 'text/html' : 'application/json');
    reply.end(isText ? written : JSON.stringify(written));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { id: `http://127.0.0.1:${port}/client.json` };
}

async function post(path: string, body: BodyInit, headers: Record<string, string> = {}) {
  const answer = await fetch(`${siteUrl()}${path}`, {
    method: 'POST',
    headers: { ...asNewClient(), ...headers },
    body,
    redirect: 'manual',
  });
  const type = answer.headers.get('content-type') ?? '';
  expect(type).toContain('application/json');
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const token = (fields: Record<string, string>) =>
  post('/api/oauth/token', new URLSearchParams(fields));

const refreshOf = ({ memory }: ReturnType<typeof appMemory>) => ({
  refresh_token: memory.tokens?.refresh_token ?? '',
  client_id: memory.information?.client_id ?? '',
});

/** Registers, allows and returns what the exchange needs. */
async function allowedCode(person: Person) {
  const registered = await post(
    '/api/oauth/register',
    JSON.stringify({ client_name: 'Raw', redirect_uris: [REDIRECT] }),
    { 'content-type': 'application/json' },
  );
  expect(registered.status).toBe(201);
  const verifier = randomBytes(32).toString('base64url');
  const client_id = String(registered.body['client_id']);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const query = new URLSearchParams({ ...GOOD, client_id, code_challenge: challenge });
  const back = await allow(person, query.toString());
  return {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code')!,
    client_id,
    redirect_uri: REDIRECT,
    code_verifier: verifier,
  };
}

test('refuses wrong exchanges with an error of OAuth, and still takes the right one, once', async () => {
  const exchange = await allowedCode(await signUpVerified());
  const wrong: [Record<string, string>, string][] = [
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    [{ code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    [{ code_verifier: '' }, 'invalid_grant'],
    [{ code: 'esc_nonsense' }, 'invalid_grant'],
    [{ client_id: 'somebody' }, 'invalid_grant'],
    [{ redirect_uri: 'https://evil.example/' }, 'invalid_grant'],
    [{ resource: 'https://evil.example/mcp' }, 'invalid_target'],
    [{ resource: `${siteUrl()}/api/v1` }, 'invalid_target'],
  ];
  for (const [change, error] of wrong) {
    const { status, body } = await token({ ...exchange, ...change });
    expect([change, status, body['error']]).toEqual([change, 400, error]);
  }
  const repeated = await post(
    '/api/oauth/token',
    `${new URLSearchParams(exchange).toString()}&code=x`,
    { 'content-type': 'application/x-www-form-urlencoded' },
  );
  expect(repeated.body['error']).toBe('invalid_request');
  const asJson = await post('/api/oauth/token', JSON.stringify(exchange), {
    'content-type': 'application/json',
  });
  expect(asJson.body['error']).toBe('invalid_request');

  const answers = await Promise.all(Array.from({ length: 4 }, () => token(exchange)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
});

test('a token is for /mcp only, and each 401 says where to sign in', async () => {
  const exchange = await allowedCode(await signUpVerified());
  const { body } = await token({ ...exchange, resource: `${siteUrl()}/mcp` });
  const access = String(body['access_token']);
  const listing = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const asked = (authorization: string) =>
    fetch(mcpUrl(), {
      method: 'POST',
      headers: { ...asNewClient(), authorization, 'content-type': 'application/json' },
      body: listing,
    });
  expect((await asked(`Bearer ${access}`)).status).toBe(200);
  const rest = await fetch(`${siteUrl()}/api/v1/alerts`, {
    headers: { ...asNewClient(), authorization: `Bearer ${access}` },
  });
  expect(rest.status).toBe(401);
  for (const bad of [String(body['refresh_token']), exchange.code, `${access}x`, 'es_x']) {
    const refused = await asked(`Bearer ${bad}`);
    expect([bad, refused.status]).toEqual([bad, 401]);
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer realm="Earshot", error="invalid_token", scope="read alerts", resource_metadata="${siteUrl()}/.well-known/oauth-protected-resource/mcp"`,
    );
  }
  const ended = await post('/api/oauth/revoke', new URLSearchParams({ token: access }));
  expect(ended.status).toBe(200);
  const renewal = { refresh_token: String(body['refresh_token']), client_id: exchange.client_id };
  expect((await token({ grant_type: 'refresh_token', ...renewal })).status).toBe(400);
});

test('well-known addresses answer JSON, whatever they are', async () => {
  const base = `${siteUrl()}/.well-known`;
  const resource = await fetch(`${base}/oauth-protected-resource/mcp`);
  expect(await resource.json()).toMatchObject({
    resource: `${siteUrl()}/mcp`,
    authorization_servers: [siteUrl()],
  });
  expect(resource.headers.get('access-control-allow-origin')).toBe('*');
  expect(await (await fetch(`${base}/oauth-authorization-server`)).json()).toMatchObject({
    issuer: siteUrl(),
    authorization_endpoint: `${siteUrl()}/authorize`,
    token_endpoint_auth_methods_supported: ['none'],
    client_id_metadata_document_supported: true,
    code_challenge_methods_supported: ['S256'],
  });
  for (const path of [
    '/openid-configuration',
    '/oauth-authorization-server/mcp',
    '/oauth-protected-resource/other',
    '/anything/below',
  ]) {
    const answer = await fetch(`${base}${path}`);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(answer.headers.get('content-type')).toContain('application/json');
  }
  const security = await fetch(`${base}/security.txt`);
  expect([security.status, security.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/plain') as string,
  ]);
});

test('nobody allows an app for another person, or without a verified address', async () => {
  const { body } = await post(
    '/api/oauth/register',
    JSON.stringify({ redirect_uris: [REDIRECT] }),
    { 'content-type': 'application/json' },
  );
  const query = new URLSearchParams({ ...GOOD, client_id: String(body['client_id']) }).toString();
  const request = { action: 'allow', request: query, scopes: ['read'] };
  expect((await call('apps', null, request)).status).toBe(401);
  expect((await call('apps', await signUp(), request)).status).toBe(400);
  const ada = await signUpVerified();
  for (const scopes of [[], ['channels'], ['admin']]) {
    expect((await call('apps', ada, { ...request, scopes })).status).toBe(400);
  }
  // A person may grant less than the app asks for, never more.
  const reading = { ...request, request: `${query}&scope=read`, scopes: ['alerts'] };
  expect((await call('apps', ada, reading)).result).toMatchObject({ kind: 'refused' });
  expect(await documents.below(`users/${ada.uid}`)).toEqual([]);
  const page = await fetch(`${siteUrl()}/authorize?${query}`);
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

test('an app’s connection ends with the account, and stands in its export', async () => {
  const ada = await signUpVerified();
  const { body } = await token(await allowedCode(ada));
  const exported = await call('exportAccount', ada, null);
  expect(exported.result).toMatchObject({ apps: [{ name: 'Raw', scopes: ['read', 'alerts'] }] });
  expect(JSON.stringify(exported.result)).not.toContain(String(body['access_token']));
  await call('deleteAccount', ada, { confirm: ada.email });
  expect(await documents.below(`users/${ada.uid}`)).toEqual([]);
  const refused = await token({
    grant_type: 'refresh_token',
    refresh_token: String(body['refresh_token']),
    client_id: 'x',
  });
  expect(refused.body['error']).toBe('invalid_grant');
});

test('an API key still works beside connected apps', async () => {
  const ada = await signUpVerified();
  const { key } = await makeKey(ada, ['read']);
  const client = newClient();
  const headers = { ...asNewClient(), authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(mcpUrl(), { requestInit: { headers } }));
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('list_matches');
  await client.close();
});
