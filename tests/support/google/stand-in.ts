import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Route } from 'playwright-core';
import { REPOSITORY } from '../../../tools/processes/repository.ts';
import { contentSecurityPolicy } from '../../../web/build/content-security-policy.ts';
import { FRAME, FRAMES_SCRIPT, googlePage, HANDLER } from './helper-pages.ts';

const PROJECT = 'heard';
const SITE = 'heard.test';
export const SITE_URL = `https://${SITE}`;
export const EMAIL = 'ada@heard.test';

/** The project's domain at Firebase. `init.json` names it, whichever domain serves that file. */
const PROJECT_DOMAIN = `${PROJECT}.firebaseapp.com`;

export interface Operator {
  /** Redirect addresses that the project's OAuth client at Google allows. */
  allowed: string[];
}

/** The state after an operator has followed the guide. */
export const WELL_SET_UP: Operator = {
  allowed: [SITE, PROJECT_DOMAIN].map((domain) => `https://${domain}/__/auth/handler`),
};

/** Imitates Hosting with a built site, Firebase's sign-in, and Google. Returns the visited addresses. */
export async function playGoogle(
  context: BrowserContext,
  folder: string,
  { allowed }: Operator = WELL_SET_UP,
): Promise<string[]> {
  const visited: string[] = [];
  const policy = contentSecurityPolicy(
    JSON.parse(await readFile(path.join(REPOSITORY, 'firebase.json'), 'utf8')),
  );
  await context.route(/^https:/, async (route) => {
    const url = new URL(route.request().url());
    if (route.request().isNavigationRequest()) visited.push(url.origin + url.pathname);
    const answer = ANSWERS[url.host];
    if (url.host === SITE || url.host === PROJECT_DOMAIN) await serveSite(route, url);
    else if (url.host === 'accounts.google.com') {
      await html(route, googlePage(url.searchParams.get('redirect_uri') ?? '', allowed));
    } else if (answer) await answer(route, url);
    else await route.abort();
  });

  async function serveSite(route: Route, { pathname }: URL): Promise<void> {
    if (pathname === '/__/auth/handler') return html(route, HANDLER);
    if (pathname === '/__/auth/iframe') return html(route, FRAME);
    if (pathname === '/__/firebase/init.json') return route.fulfill({ json: OPTIONS });
    if (pathname.startsWith('/api/')) return route.fulfill({ json: { episodes: [], total: 0 } });
    const file = path.join(folder, pathname);
    if (path.extname(file) !== '') {
      return existsSync(file) ? route.fulfill({ path: file }) : route.fulfill({ status: 404 });
    }
    return route.fulfill({
      path: path.join(folder, 'index.html'),
      headers: {
        'content-type': 'text/html',
        'content-security-policy': policy,
        'cross-origin-opener-policy': 'same-origin-allow-popups',
      },
    });
  }
  return visited;
}

const OPTIONS = { apiKey: 'key', projectId: PROJECT, appId: '1', authDomain: PROJECT_DOMAIN };

const html = (route: Route, body: string) => route.fulfill({ contentType: 'text/html', body });

const ID_TOKEN = [
  { alg: 'none' },
  { sub: 'ada', user_id: 'ada', email: EMAIL, iat: 1, exp: 4_102_444_800 },
  {},
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');

const USER = {
  localId: 'ada',
  email: EMAIL,
  emailVerified: true,
  createdAt: '1',
  providerUserInfo: [{ providerId: 'google.com', rawId: '1', email: EMAIL }],
};

const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

const ANSWERS: Record<string, (route: Route, url: URL) => Promise<void>> = {
  'apis.google.com': (route) =>
    route.fulfill({ contentType: 'text/javascript', body: FRAMES_SCRIPT }),
  'identitytoolkit.googleapis.com': (route, { pathname }) => {
    const signedIn = { ...USER, idToken: ID_TOKEN, refreshToken: 'r', expiresIn: '3600' };
    if (pathname === '/v1/projects') {
      return route.fulfill({ headers: CORS, json: { authorizedDomains: [SITE, PROJECT_DOMAIN] } });
    }
    if (pathname.endsWith('accounts:signInWithIdp')) {
      return route.fulfill({ headers: CORS, json: { ...signedIn, providerId: 'google.com' } });
    }
    return route.fulfill({ headers: CORS, json: { users: [USER] } });
  },
};
