import { describe, expect, test } from 'vitest';
import { inlineScriptSources } from '../../web/build/content-security-policy.ts';
import { siteUrl } from '../support/stack.ts';

const PAGES = ['/', '/company/openai', '/openai', '/?q=openai', '/about', '/login', '/nowhere'];

async function policyOf(
  address: string,
): Promise<{ directives: Map<string, string>; page: string }> {
  const answer = await fetch(siteUrl() + address);
  const policy = answer.headers.get('content-security-policy') ?? '';
  const directives = policy.split('; ').map((directive): [string, string] => {
    const [name = '', ...sources] = directive.split(' ');
    return [name, sources.join(' ')];
  });
  return { directives: new Map(directives), page: await answer.text() };
}

describe.each(PAGES)('the headers of %s', (address) => {
  test('allow only the site’s own scripts and no framing', async () => {
    const { directives, page } = await policyOf(address);
    const scripts = directives.get('script-src')!.split(' ');
    const inline = inlineScriptSources(page);
    expect(inline).toHaveLength(1);
    expect(scripts).toEqual(["'self'", ...inline, 'https://apis.google.com']);
    expect(directives.get('default-src')).toBe("'self'");
    expect(directives.get('object-src')).toBe("'none'");
    expect(directives.get('base-uri')).toBe("'none'");
    expect(directives.get('frame-ancestors')).toBe("'none'");
  });

  test('require secure connections, types and referrers', async () => {
    const { headers } = await fetch(siteUrl() + address);
    expect(Object.fromEntries(headers)).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      // Hides search terms (`/?q=`) from other sites and from this site's logs.
      'referrer-policy': 'strict-origin',
      'permissions-policy': expect.stringContaining('camera=()') as string,
      // Google's sign-in popup must be able to message its opener.
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
  });
});

test.each(['/about', '/login', '/nowhere', '/nowhere/at/all'])(
  'revalidates the file %s on each request',
  async (address) => {
    const { headers } = await fetch(siteUrl() + address);
    expect(headers.get('cache-control')).toBe('no-cache');
  },
);

test('redirects an address with .html to the one without', async () => {
  const answer = await fetch(`${siteUrl()}/about.html`, { redirect: 'manual' });
  expect(answer.status).toBe(301);
  expect(answer.headers.get('location')).toBe('/about');
});

test('leaves Firebase’s own sign-in frame without our headers, as it must be framed', async () => {
  const { headers } = await fetch(`${siteUrl()}/__/firebase/init.json`);
  expect(headers.get('x-frame-options')).toBeNull();
  expect(headers.get('content-security-policy')).toBeNull();
});

test('lets functions set their own policy', async () => {
  const { headers } = await fetch(`${siteUrl()}/api/unsubscribe?token=none`);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test.each(['/', '/about', '/api/health', '/feeds/none.xml', '/nowhere', '/assets/nowhere.js'])(
  'names no framework at %s',
  async (address) => {
    const { headers } = await fetch(siteUrl() + address);
    expect(headers.get('x-powered-by')).toBeNull();
  },
);

test('allows pages to connect only to the services in use', async () => {
  const { directives } = await policyOf('/');
  const sources = directives.get('connect-src')!.split(' ');
  expect(sources.filter((source) => !/^http:\/\/(127\.0\.0\.1|localhost):/.test(source))).toEqual([
    "'self'",
    'https://firestore.googleapis.com',
    'https://identitytoolkit.googleapis.com',
    'https://securetoken.googleapis.com',
    // A deployment has its own region and project here.
    'https://us-central1-demo-earshot.cloudfunctions.net',
  ]);
});

test('allows audio of any publisher from secure addresses', async () => {
  const { directives } = await policyOf('/');
  const sources = directives.get('media-src')!.split(' ');
  expect(sources.filter((source) => !/^http:\/\/(127\.0\.0\.1|localhost):/.test(source))).toEqual([
    'https:',
  ]);
});

test('does not cache a missing file for a year', async () => {
  for (const missing of ['/assets/nowhere.js', '/assets/', '/nowhere']) {
    const answer = await fetch(siteUrl() + missing);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable');
  }
});

test('caches a hashed file for a year', async () => {
  const page = await (await fetch(siteUrl())).text();
  const [asset = ''] = /\/assets\/[^"]+\.js/.exec(page) ?? [];
  const { headers, status } = await fetch(siteUrl() + asset);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('revalidates the service worker and applies the policy of pages', async () => {
  const answer = await fetch(`${siteUrl()}/sw.js`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/javascript/);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  const { directives } = await policyOf('/sw.js');
  expect(directives.get('connect-src')).toContain("'self'");
});

test('caches share images for a day', async () => {
  const { headers } = await fetch(`${siteUrl()}/share/home.png`);
  expect(headers.get('cache-control')).toBe('public, max-age=86400');
});

// Old clients guess these addresses, and take a page for metadata.
test.each([
  '/.well-known/oauth-authorization-server/mcp',
  '/.well-known/openid-configuration',
  '/mcp/.well-known/openid-configuration',
  '/register',
  '/token',
])('answers 404 at %s, where assistants look for a sign-in that is elsewhere', async (address) => {
  for (const method of ['GET', 'POST']) {
    const { status } = await fetch(siteUrl() + address, { method, redirect: 'manual' });
    expect([method, status]).toEqual([method, 404]);
  }
});
