import { setTimeout as pause } from 'node:timers/promises';

export interface Addresses {
  /** Without a trailing slash. */
  site: string;
  /** URLs of functions that must refuse strangers, by name. */
  closed: Record<string, string>;
  /** URLs in Firestore and Storage that must refuse strangers, by name. */
  hidden: Record<string, string>;
}

export interface Result {
  ok: boolean;
  text: string;
}

/** Timeout of a request; a cold start takes seconds. */
const PATIENCE_MS = 30_000;
const TRIES = 3;
const PAUSE_MS = 3_000;

type Look = (addresses: Addresses) => Promise<Result[]>;

/** Checks a deployed product as an anonymous visitor. Changes nothing and sends no email. */
export async function smokeTest(addresses: Addresses, pauseMs = PAUSE_MS): Promise<Result[]> {
  const results: Result[] = [];
  for (const look of LOOKS) {
    let latest: Result[] = [];
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      latest = await look(addresses).catch((error: unknown) => [
        { ok: false, text: `no answer: ${reasonOf(error)}` },
      ]);
      if (latest.every(({ ok }) => ok) || attempt === TRIES) break;
      await pause(pauseMs);
    }
    results.push(...latest);
  }
  return results;
}

function result(ok: boolean, right: string, wrong: string): Result {
  return { ok, text: ok ? right : wrong };
}

async function get(address: string, init: RequestInit = {}) {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const answer = await fetch(address, { ...init, redirect: 'manual', signal });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const lookAtPages: Look = async ({ site }) => {
  const [home, topic, fixed, lost] = await Promise.all(
    ['/', '/company/openai', '/about', '/no-such-page'].map((path) => get(site + path)),
  );
  const canonical = /rel="canonical" href="([^"]*)"/.exec(topic?.text ?? '')?.[1];
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(home?.text ?? '')?.[1];
  const file = script === undefined ? null : await get(site + script);
  return [
    result(
      home?.status === 200,
      'the home page',
      `the home page answers ${home?.status}: see the log of pages`,
    ),
    result(
      topic?.status === 200 && canonical === `${site}/company/openai`,
      'a topic page names its own address',
      `a topic page (${topic?.status}) names the address ${canonical}: VITE_SITE_URL is another`,
    ),
    result(fixed?.status === 200, 'a page that never changes', `/about answers ${fixed?.status}`),
    result(
      lost?.status === 404,
      'no page where there is none',
      `/no-such-page answers ${lost?.status}`,
    ),
    result(
      file?.status === 200,
      'pages name files that are there',
      `the page’s script ${script} answers ${file?.status}: pages and site are of two versions, deploy again`,
    ),
  ];
};

const HEADERS = ['content-security-policy', 'strict-transport-security', 'x-content-type-options'];

const lookAtHeaders: Look = async ({ site }) => {
  const { headers } = await get(`${site}/`);
  const absent = HEADERS.filter((name) => !headers.has(name));
  return [
    result(
      absent.length === 0,
      'pages have their safety headers',
      `pages come without ${absent.join(', ')}: is this site deployed with this firebase.json?`,
    ),
  ];
};

const lookAtSearch: Look = async ({ site }) => {
  const { status, text } = await get(`${site}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keywords: ['the'], language: 'English' }),
  });
  // App Check refuses a search without a token, which is correct.
  const answered = status === 200 && text.startsWith('{"episodes":');
  return [
    result(
      answered || status === 403,
      answered ? 'a search is answered' : 'a search without App Check is refused',
      `a search answers ${status}: see the log of search`,
    ),
  ];
};

const lookAtApi: Look = async ({ site }) => {
  const [calls, agents] = await Promise.all([
    get(`${site}/api/v1/search?q=the`),
    get(`${site}/mcp`, { method: 'POST' }),
  ]);
  return [
    result(
      calls.status === 401,
      'the API asks for a key',
      `/api/v1 answers ${calls.status} without a key: see the log of api`,
    ),
    result(
      agents.status === 401,
      'MCP asks for a key',
      `/mcp answers ${agents.status} without a key: see the log of api; 403 means that SITE_URL is another site`,
    ),
  ];
};

/** A token in the right form, so that the function must look it up in the database. */
const NO_TOKEN = 'a'.repeat(43);

const lookAtPrivateFeeds: Look = async ({ site }) => {
  const { status, text } = await get(`${site}/feeds/${NO_TOKEN}.xml`);
  return [
    result(
      status === 404 && text.startsWith('There is no such feed'),
      'the addresses of private feeds',
      `an address of no private feed answers ${status}: see the log of feeds`,
    ),
  ];
};

const lookAtHealth: Look = async ({ site }) => {
  const { status, text } = await get(`${site}/api/health`);
  if (status !== 200) return [{ ok: false, text: `/api/health answers ${status}: see its log` }];
  const isEmpty = text.includes('"status":"empty"');
  const hint =
    'the catalogue is empty: start the job of refreshCatalogue once (Cloud Scheduler), or wait a quarter of an hour';
  return [{ ok: true, text: isEmpty ? hint : 'the catalogue has episodes' }];
};

const lookAtUnsubscribing: Look = async ({ site }) => {
  const { status, headers } = await get(`${site}/api/unsubscribe?token=none`);
  const isPage = (headers.get('content-type') ?? '').startsWith('text/html');
  return [
    result(
      status === 400 && isPage,
      'the page behind the links in mails',
      `/api/unsubscribe answers ${status}: see the log of unsubscribe, and the secret UNSUBSCRIBE_KEY`,
    ),
  ];
};

/** Hosting serves both on its domains; without them nobody can sign in with Google. */
const lookAtGoogleSignIn: Look = async ({ site }) => {
  const handler = await get(`${site}/__/auth/handler`);
  const frame = await get(`${site}/__/auth/iframe`);
  const policy = frame.headers.get('content-security-policy') ?? '';
  const isFramed = !frame.headers.has('x-frame-options') && !policy.includes('frame-ancestors');
  return [
    result(
      handler.status === 200 && frame.status === 200,
      'the helper of signing in with Google',
      `/__/auth/handler answers ${handler.status}, /__/auth/iframe ${frame.status}: VITE_SITE_URL must be a domain of Firebase Hosting`,
    ),
    result(
      isFramed,
      'the site may frame that helper',
      '/__/auth/iframe comes with the headers of pages: leave __ out of them in firebase.json',
    ),
  ];
};

const lookAtClosedDoors: Look = async ({ closed, hidden }) => {
  const calls = Object.entries(closed).map(async ([name, address]) => {
    const { status } = await get(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"data":{}}',
    });
    return result(
      status === 401 || status === 403,
      `${name} refuses strangers`,
      `${name} answers a stranger with ${status}: take allUsers away from its Cloud Run service (Security)`,
    );
  });
  const reads = Object.entries(hidden).map(async ([name, address]) => {
    const { status } = await get(address);
    return result(
      status >= 400 && status < 500,
      `${name} cannot be read by strangers`,
      `a stranger reads ${name} (${status}): publish the rules, npx firebase deploy --only firestore,storage`,
    );
  });
  return Promise.all([...calls, ...reads]);
};

const LOOKS: readonly Look[] = [
  lookAtPages,
  lookAtHeaders,
  lookAtSearch,
  lookAtApi,
  lookAtHealth,
  lookAtUnsubscribing,
  lookAtPrivateFeeds,
  lookAtGoogleSignIn,
  lookAtClosedDoors,
];

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
