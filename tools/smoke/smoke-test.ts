import { setTimeout as pause } from 'node:timers/promises';

export interface Addresses {
  /** Without a trailing slash. */
  site: string;
  /** URLs of functions that must refuse strangers, by name. */
  closed: Record<string, string>;
  /** URLs in Firestore and Storage that must refuse strangers, by name. */
  hidden: Record<string, string>;
}

interface Result {
  ok: boolean;
  text: string;
}

/** Timeout of a request. Long, because a cold start takes seconds. */
const TIMEOUT_MS = 30_000;
const TRIES = 3;
const PAUSE_MS = 3_000;

interface Answer {
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

interface Check {
  /** A path of the site, or a URL. */
  path: string;
  init?: RequestInit;
  /** Captures the path of a file on the page. The file is then requested and checked instead of the page. */
  follow?: RegExp;
  /** By default, the status must be 200. */
  isRight?: (answer: Answer) => boolean;
  right: string | ((answer: Answer) => string);
  wrong: (answer: Answer) => string;
}

const CANONICAL = /rel="canonical" href="([^"]*)"/;
/** The first hub or trend in the footer: each subject has others. */
const TOPIC = /href="(\/(?:topics|trends)\/[^"]+)"/;
const SCRIPT = /src="(\/assets\/[^"]+\.js)"/;
const HEADERS = ['content-security-policy', 'strict-transport-security', 'x-content-type-options'];
/** The token has the right form, so that the function must look it up in the database. */
const UNKNOWN_TOKEN = 'a'.repeat(43);

const isOk = ({ status }: Answer) => status === 200;
const needsKey = ({ status }: Answer) => status === 401;
const missingHeaders = ({ headers }: Answer) => HEADERS.filter((name) => !headers.has(name));
const canBeFramed = ({ headers }: Answer) =>
  !headers.has('x-frame-options') &&
  !(headers.get('content-security-policy') ?? '').includes('frame-ancestors');
const notOnHosting = ({ path, status }: Answer) =>
  `${path} answers ${status}: VITE_SITE_URL must be a domain of Firebase Hosting`;
const canonicalOf = ({ text }: Answer) => CANONICAL.exec(text)?.[1];

const checksOfSite = (site: string): Check[] => [
  {
    path: '/',
    right: 'the home page',
    wrong: ({ status }) => `the home page answers ${status}: see the log of pages`,
  },
  {
    path: '/',
    isRight: (answer) => missingHeaders(answer).length === 0,
    right: 'pages have their safety headers',
    wrong: (answer) =>
      `pages come without ${missingHeaders(answer).join(', ')}: is this site deployed with this firebase.json?`,
  },
  {
    path: '/',
    follow: SCRIPT,
    isRight: (answer) => isOk(answer) && answer.path !== '/',
    right: 'pages name files that are there',
    wrong: ({ path, status }) =>
      `the page’s script ${path} answers ${status}: pages and site are of two versions, deploy again`,
  },
  {
    path: '/',
    follow: TOPIC,
    isRight: (answer) =>
      isOk(answer) && answer.path !== '/' && canonicalOf(answer) === site + answer.path,
    right: 'a topic page names its own address',
    wrong: (answer) =>
      answer.path === '/'
        ? 'the home page links to no topic'
        : `a topic page (${answer.status}) names the address ${canonicalOf(answer)}: VITE_SITE_URL is another`,
  },
  {
    path: '/about',
    right: 'a page that never changes',
    wrong: ({ status }) => `/about answers ${status}`,
  },
  {
    path: '/no-such-page',
    isRight: ({ status }) => status === 404,
    right: 'no page where there is none',
    wrong: ({ status }) => `/no-such-page answers ${status}`,
  },
  {
    path: '/api/search',
    init: postOf({ keywords: ['the'], language: 'English' }),
    isRight: ({ status, text }) => status === 200 && text.startsWith('{"episodes":'),
    right: 'a search is answered',
    wrong: ({ status }) => `a search answers ${status}: see the log of search`,
  },
  {
    path: '/api/v1/search?q=the',
    isRight: needsKey,
    right: 'the API asks for a key',
    wrong: ({ status }) => `/api/v1 answers ${status} without a key: see the log of api`,
  },
  {
    path: '/mcp',
    init: postOf({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    isRight: ({ status, text }) => status === 200 && text.includes('"jsonrpc"'),
    right: 'MCP answers assistants',
    wrong: ({ status }) =>
      `/mcp answers ${status}: see the log of api; 403 means that SITE_URL is another site`,
  },
  {
    path: '/.well-known/oauth-protected-resource/mcp',
    isRight: ({ status, text }) => status === 200 && text.includes(`"resource":"${site}/mcp"`),
    right: 'assistants can connect',
    wrong: ({ status }) =>
      `/.well-known/oauth-protected-resource/mcp answers ${status}: assistants cannot connect; the metadata must name ${site}/mcp`,
  },
  {
    path: '/api/health',
    right: ({ text }) =>
      text.includes('"status":"empty"')
        ? 'the catalogue is empty: start the job of refreshCatalogue once (Cloud Scheduler), or wait a quarter of an hour'
        : 'the catalogue has episodes',
    wrong: ({ status }) => `/api/health answers ${status}: see its log`,
  },
  {
    path: '/api/unsubscribe?token=none',
    isRight: ({ status, headers }) =>
      status === 400 && (headers.get('content-type') ?? '').startsWith('text/html'),
    right: 'the page behind the links in mails',
    wrong: ({ status }) =>
      `/api/unsubscribe answers ${status}: see the log of unsubscribe, and the secret UNSUBSCRIBE_KEY`,
  },
  {
    path: `/feeds/${UNKNOWN_TOKEN}.xml`,
    isRight: ({ status, text }) => status === 404 && text.startsWith('There is no such feed'),
    right: 'the addresses of private feeds',
    wrong: ({ status }) => `an address of no private feed answers ${status}: see the log of feeds`,
  },
  // Hosting serves both of these paths on its domains. Sign-in with Google needs them.
  {
    path: '/__/auth/handler',
    right: 'the helper of signing in with Google',
    wrong: notOnHosting,
  },
  {
    path: '/__/auth/iframe',
    isRight: (answer) => isOk(answer) && canBeFramed(answer),
    right: 'the site may frame that helper',
    wrong: (answer) =>
      isOk(answer)
        ? '/__/auth/iframe comes with the headers of pages: leave __ out of them in firebase.json'
        : notOnHosting(answer),
  },
];

const closedCheck = ([name, path]: [string, string]): Check => ({
  path,
  init: postOf({ data: {} }),
  isRight: ({ status }) => status === 401 || status === 403,
  right: `${name} refuses strangers`,
  wrong: ({ status }) =>
    `${name} answers a stranger with ${status}: take allUsers away from its Cloud Run service (Security)`,
});

const hiddenCheck = ([name, path]: [string, string]): Check => ({
  path,
  isRight: ({ status }) => status >= 400 && status < 500,
  right: `${name} cannot be read by strangers`,
  wrong: ({ status }) =>
    `a stranger reads ${name} (${status}): publish the rules, npx firebase deploy --only firestore,storage`,
});

/** Checks a deployed product as an anonymous visitor. Changes nothing and sends no email. */
export async function smokeTest(addresses: Addresses, pauseMs = PAUSE_MS): Promise<Result[]> {
  const { site, closed, hidden } = addresses;
  const checks = [
    ...checksOfSite(site),
    ...Object.entries(closed).map(closedCheck),
    ...Object.entries(hidden).map(hiddenCheck),
  ];
  const results: Result[] = [];
  // Checks do not run concurrently, because a cold start of all functions at once can exceed the timeout.
  for (const check of checks) results.push(await runWithRetries(site, check, pauseMs));
  return results;
}

async function runWithRetries(site: string, check: Check, pauseMs: number): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await run(site, check);
    if (result.ok || attempt === TRIES) return result;
    await pause(pauseMs);
  }
}

async function run(
  site: string,
  { path, init, follow, isRight = isOk, right, wrong }: Check,
): Promise<Result> {
  try {
    const first = await get(site, path, init);
    const next = follow?.exec(first.text)?.[1];
    const answer = next === undefined ? first : await get(site, next);
    if (!isRight(answer)) return { ok: false, text: wrong(answer) };
    return { ok: true, text: typeof right === 'string' ? right : right(answer) };
  } catch (error) {
    return { ok: false, text: `no answer: ${reasonOf(error)}` };
  }
}

async function get(site: string, path: string, init?: RequestInit): Promise<Answer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(new URL(path, site), { ...init, redirect: 'manual', signal });
  const { status, headers } = answer;
  return { path, status, headers, text: await answer.text() };
}

function postOf(body: unknown): RequestInit {
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify(body) };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
