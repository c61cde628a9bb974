import { expect, test } from 'vitest';
import { serveOnLoopback } from '../../functions/src/testing/test-server.ts';
import { deployedAddresses } from './smoke-test-deployed.ts';
import { type Addresses, smokeTest } from './smoke-test.ts';

interface Answer {
  status: number;
  body?: string;
  type?: string;
  /** Defaults to the headers of pages. */
  headers?: Record<string, string>;
}

type Answers = Record<string, (site: string) => Answer>;

/** A correctly deployed product. */
const GOOD: Answers = {
  '/': () => ({
    status: 200,
    body: '<script src="/assets/main-1.js"></script><a href="/topics/bread">Bread</a>',
  }),
  '/about': () => ({ status: 200 }),
  '/topics/bread': (site) => ({
    status: 200,
    body: `<link rel="canonical" href="${site}/topics/bread">`,
  }),
  '/no-such-page': () => ({ status: 404 }),
  '/assets/main-1.js': () => ({ status: 200 }),
  '/api/search': () => ({ status: 200, body: '{"episodes":[],"total":0}' }),
  '/api/v1/search': () => ({ status: 401 }),
  '/mcp': () => ({ status: 200, body: '{"jsonrpc":"2.0","id":1,"result":{}}' }),
  '/.well-known/oauth-protected-resource/mcp': (site) => ({
    status: 200,
    body: `{"resource":"${site}/mcp"}`,
  }),
  '/api/health': () => ({ status: 200, body: '{"status":"ok"}' }),
  '/api/unsubscribe': () => ({ status: 400, type: 'text/html; charset=utf-8' }),
  [`/feeds/${'a'.repeat(43)}.xml`]: () => ({ status: 404, body: 'There is no such feed.' }),
  '/__/auth/handler': () => ({ status: 200 }),
  '/__/auth/iframe': () => ({ status: 200, headers: {} }),
  '/closed': () => ({ status: 403 }),
  '/hidden': () => ({ status: 403 }),
};

const SAFE = {
  'content-security-policy': "default-src 'self'",
  'strict-transport-security': 'max-age=1',
  'x-content-type-options': 'nosniff',
};

async function deployed(answers: Answers, headers = SAFE): Promise<Addresses> {
  const site: string = await serveOnLoopback((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://any');
    const answer: Answer = answers[pathname]?.(site) ?? { status: 404 };
    const { status, body = '', type = 'text/html' } = answer;
    response.writeHead(status, { 'content-type': type, ...(answer.headers ?? headers) }).end(body);
  });
  return { site, closed: { deliverDigest: `${site}/closed` }, hidden: { files: `${site}/hidden` } };
}

async function wrong(changes: Answers, headers?: typeof SAFE): Promise<string[]> {
  const results = await smokeTest(await deployed({ ...GOOD, ...changes }, headers), 1);
  return results.filter(({ ok }) => !ok).map(({ text }) => text);
}

test('finds nothing wrong with a correct deployment', async () => {
  expect(await wrong({})).toEqual([]);
});

test.each<[string, Answers, RegExp]>([
  ['the home page fails', { '/': () => ({ status: 500 }) }, /home page answers 500/],
  [
    'pages name another address',
    { '/topics/bread': () => ({ status: 200, body: '<link rel="canonical" href="http://a/">' }) },
    /VITE_SITE_URL is another/,
  ],
  [
    'the home page has no footer',
    { '/': () => ({ status: 200, body: '<script src="/assets/main-1.js"></script>' }) },
    /links to no topic/,
  ],
  ['a static page is missing', { '/about': () => ({ status: 404 }) }, /about answers 404/],
  ['every address is a page', { '/no-such-page': () => ({ status: 200 }) }, /answers 200/],
  [
    'pages name files of another version',
    { '/assets/main-1.js': () => ({ status: 404 }) },
    /of two versions/,
  ],
  ['searches fail', { '/api/search': () => ({ status: 503 }) }, /search answers 503/],
  [
    'searches return HTML',
    { '/api/search': () => ({ status: 200, body: '<html>' }) },
    /search answers 200/,
  ],
  ['the API is open', { '/api/v1/search': () => ({ status: 200 }) }, /api\/v1 answers 200/],
  ['agents are refused', { '/mcp': () => ({ status: 403 }) }, /SITE_URL is another site/],
  [
    'the metadata for assistants names another site',
    {
      '/.well-known/oauth-protected-resource/mcp': () => ({
        status: 200,
        body: '{"resource":"https://other.example/mcp"}',
      }),
    },
    /assistants cannot connect/,
  ],
  [
    'the metadata for assistants is a page',
    { '/.well-known/oauth-protected-resource/mcp': () => ({ status: 404 }) },
    /assistants cannot connect/,
  ],
  ['the health report fails', { '/api/health': () => ({ status: 503 }) }, /health answers 503/],
  ['unsubscribing fails', { '/api/unsubscribe': () => ({ status: 500 }) }, /UNSUBSCRIBE_KEY/],
  [
    'private feeds fail',
    { [`/feeds/${'a'.repeat(43)}.xml`]: () => ({ status: 503 }) },
    /log of feeds/,
  ],
  [
    'the site is not on a domain of Hosting',
    { '/__/auth/handler': () => ({ status: 404 }) },
    /VITE_SITE_URL must be a domain of Firebase Hosting/,
  ],
  [
    'the sign-in frame has the headers of pages',
    { '/__/auth/iframe': () => ({ status: 200, headers: { 'x-frame-options': 'DENY' } }) },
    /leave __ out/,
  ],
  ['strangers may send digests', { '/closed': () => ({ status: 204 }) }, /take allUsers away/],
  ['strangers may read', { '/hidden': () => ({ status: 200 }) }, /publish the rules/],
])('reports that %s', async (_, changes, text) => {
  expect((await wrong(changes)).join('\n')).toMatch(text);
});

test('reports pages without a safety header', async () => {
  const { 'x-content-type-options': _, ...rest } = SAFE;
  expect(await wrong({}, rest as typeof SAFE)).toEqual([
    expect.stringContaining('pages come without x-content-type-options'),
  ]);
});

test('accepts the empty catalogue of a first deployment', async () => {
  const empty = { '/api/health': () => ({ status: 200, body: '{"status":"empty"}' }) };
  const results = await smokeTest(await deployed({ ...GOOD, ...empty }), 1);
  expect(results.every(({ ok }) => ok)).toBe(true);
  expect(results.map(({ text }) => text).join()).toContain('the catalogue is empty');
});

test('retries a request that fails at first', async () => {
  let asked = 0;
  const slow = {
    '/api/search': (site: string) => (++asked < 3 ? { status: 503 } : GOOD['/api/search']!(site)),
  };
  expect(await wrong(slow)).toEqual([]);
});

test('derives the addresses of a deployed product', () => {
  const addresses = deployedAddresses({
    project: 'heard',
    region: 'europe-west1',
    siteUrl: 'https://heard.test/',
    bucket: null,
  });
  expect(addresses.site).toBe('https://heard.test');
  expect(addresses.closed['deliverDigest']).toBe(
    'https://europe-west1-heard.cloudfunctions.net/deliverDigest',
  );
});
