import { expect, test } from 'vitest';
import { findClient, isRedirectUri, registerClient } from './app-client.ts';
import { readAppRequest } from './app-request.ts';

const SITE = 'https://earshot.example';
const WEB = 'https://claude.ai/api/mcp/auth_callback';
const DEVICE = 'http://localhost:3000/callback';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWSZcCqxQ4tI0';
const CLIENT = registerClient({ client_name: 'Claude', redirect_uris: [WEB, DEVICE] })!;

const GOOD = {
  response_type: 'code',
  client_id: CLIENT.id,
  redirect_uri: WEB,
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
  state: 'x&y=z',
  resource: `${SITE}/mcp`,
};

async function read(given: Record<string, string | null>, more = '') {
  const fields: Record<string, string | null> = { ...GOOD, ...given };
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== null) sent.set(name, value);
  const query = sent.toString() + more;
  const answer = await readAppRequest(query, {
    siteUrl: SITE,
    findClient: (id) => findClient(id, false),
  });
  return answer.kind === 'valid' ? answer.request : answer;
}

/** The error that the app is told, or `kept here` if nothing is sent to any address. */
async function refusal(given: Record<string, string | null>, more = '') {
  const answer = await read(given, more);
  if (!('kind' in answer)) return 'valid';
  if (answer.back === undefined) return 'kept here';
  const back = new URL(answer.back);
  expect(back.origin + back.pathname).toBe(WEB);
  expect(back.searchParams.get('iss')).toBe(SITE);
  return back.searchParams.get('error');
}

test('reads a request, and answers it with state and issuer', async () => {
  const request = await read({});
  if ('kind' in request) throw new Error(request.message);
  expect(request).toMatchObject({
    client: CLIENT,
    redirectUri: WEB,
    challenge: CHALLENGE,
    scopes: ['read', 'alerts'],
  });
  const answer = new URL(request.answer({ code: 'c' }));
  expect(Object.fromEntries(answer.searchParams)).toEqual({
    code: 'c',
    state: 'x&y=z',
    iss: SITE,
  });
});

test('keeps the query of the app’s address', async () => {
  const uri = 'https://app.example/back?tenant=7';
  const { id } = registerClient({ redirect_uris: [uri] })!;
  const request = await read({ client_id: id, redirect_uri: uri, state: null });
  if ('kind' in request) throw new Error(request.message);
  expect(request.answer({ code: 'c' })).toBe(`${uri}&code=c&iss=${encodeURIComponent(SITE)}`);
});

test.each([
  ['read', ['read']],
  ['alerts', ['alerts']],
  ['read offline_access openid', ['read']],
  ['', ['read', 'alerts']],
  [null, ['read', 'alerts']],
])('the scope %j means %j', async (scope, scopes) => {
  expect(await read({ scope })).toMatchObject({ scopes });
});

test.each<[string, Record<string, string | null>, string?]>([
  ['kept here', { client_id: null }],
  ['kept here', { client_id: 'somebody' }],
  ['kept here', { client_id: `${CLIENT.id}x` }],
  ['kept here', { client_id: `reg.${Buffer.from('["x","javascript:a"]').toString('base64url')}` }],
  ['kept here', { redirect_uri: null }],
  ['kept here', { redirect_uri: 'https://evil.example/' }],
  ['kept here', { redirect_uri: `${WEB}/more` }],
  ['kept here', { redirect_uri: `${WEB}?next=https://evil.example` }],
  ['kept here', { redirect_uri: `${WEB}#` }],
  ['kept here', { redirect_uri: WEB.replace('https', 'http') }],
  ['kept here', { redirect_uri: WEB.replace('claude.ai', 'claude.ai:8443') }],
  ['kept here', { redirect_uri: WEB.replace('claude.ai', 'claude.ai@evil.example') }],
  ['kept here', { redirect_uri: WEB.replace('claude.ai', 'claude.ai.evil.example') }],
  ['kept here', { redirect_uri: 'javascript:alert(1)//https://claude.ai' }],
  ['kept here', {}, `&redirect_uri=${encodeURIComponent('https://evil.example/')}`],
  ['kept here', {}, `&client_id=x`],
  ['unsupported_response_type', { response_type: 'token' }],
  ['unsupported_response_type', { response_type: 'code token' }],
  ['unsupported_response_type', { response_type: null }],
  ['invalid_request', { response_mode: 'fragment' }],
  ['invalid_request', { response_mode: 'form_post' }],
  ['invalid_request', { code_challenge: null }],
  ['invalid_request', { code_challenge: 'short' }],
  ['invalid_request', { code_challenge_method: 'plain' }],
  ['invalid_request', { code_challenge_method: null }],
  ['invalid_target', { resource: 'https://evil.example/mcp' }],
  ['invalid_target', { resource: SITE }],
  ['invalid_target', { resource: `${SITE}/mcp/admin` }],
  ['invalid_scope', { scope: 'admin' }],
])('%s: %j%s', async (expected, given, more) => {
  expect(await refusal(given, more)).toBe(expected);
});

test.each([
  ['any port of the device', 'http://localhost:51234/callback', true],
  ['another path', 'http://localhost:51234/other', false],
  ['another name of the device', 'http://127.0.0.1:3000/callback', false],
  ['a host that begins like it', 'http://localhost.evil.example/callback', false],
])('a program on the device comes back at %s', async (_what, redirectUri, isAllowed) => {
  const request = await read({ redirect_uri: redirectUri });
  expect('kind' in request).toBe(!isAllowed);
});

test.each([
  ['https://app.example/back', true],
  ['http://127.0.0.1:1/', true],
  ['http://[::1]:8080/cb', true],
  ['cursor://anysphere.cursor-mcp/oauth/callback', true],
  ['com.example.app:/oauth2redirect', true],
  ['http://app.example/back', false],
  ['javascript:alert(1)', false],
  ['javascript://app.example/%0aalert(1)', false],
  ['JavaScript://app.example/%0aalert(1)', false],
  ['data:text/html,x', false],
  ['blob:https://earshot.example/x', false],
  ['file:///etc/passwd', false],
  ['intent://x#Intent;end', false],
  ['mailto:ada@example.com', false],
  ['https://user:pass@app.example/', false],
  ['https://app.example/#part', false],
  ['https://app.example/a b', false],
  ['https:\\\\app.example', false],
  ['/relative', false],
  ['', false],
  [`https://app.example/${'x'.repeat(500)}`, false],
])('%s: redirects are %s', (uri, isAllowed) => {
  expect(isRedirectUri(uri)).toBe(isAllowed);
});

test.each([
  ['\u202Eelgoog\u202C', 'elgoog'],
  ['  Claude \n\u0000 Code  ', 'Claude Code'],
  ['', 'claude.ai'],
  ['x'.repeat(100), 'x'.repeat(60)],
  [7, 'claude.ai'],
])('an app that calls itself %j is shown as %j', (written, shown) => {
  expect(registerClient({ client_name: written, redirect_uris: [WEB] })?.name).toBe(shown);
});

test.each(['a'.repeat(59) + ' b', '', ' ', 'x'.repeat(200), '\u200b', 'ü'.repeat(61)])(
  'finds what it registered: %j',
  async (name) => {
    for (const host of ['app.example', `${'long.'.repeat(20)}example`]) {
      const client = registerClient({ client_name: name, redirect_uris: [`https://${host}/`] })!;
      expect(await findClient(client.id, false)).toEqual(client);
    }
  },
);

test.each([
  [null],
  [{}],
  [{ redirect_uris: [] }],
  [{ redirect_uris: WEB }],
  [{ redirect_uris: ['javascript:alert(1)'] }],
  [{ redirect_uris: Array.from({ length: 11 }, () => WEB) }],
  [{ redirect_uris: Array.from({ length: 10 }, (_, n) => `${WEB}/${n}${'x'.repeat(300)}`) }],
])('registers nothing for %j', (metadata) => {
  expect(registerClient(metadata)).toBeNull();
});
