// @vitest-environment node
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { inlineScriptSources } from './content-security-policy.ts';
import { serviceWorker } from './service-worker.ts';

interface WorkerEvent {
  request?: { mode: string; method: string; url: string };
  preloadResponse?: Promise<Response | undefined>;
  addRoutes?: (routes: unknown) => Promise<void>;
  respondWith?: (answer: Promise<Response>) => void;
  waitUntil?: (work: unknown) => void;
}

/** Runs the worker with these globals. Returns its listeners. */
function start(isOn: boolean, globals: object = {}) {
  const listeners: Record<string, (event: WorkerEvent) => void> = {};
  runInNewContext(serviceWorker('Earshot', isOn), {
    addEventListener: (name: string, listener: (event: WorkerEvent) => void) => {
      listeners[name] = listener;
    },
    Response,
    URL,
    ...globals,
  });
  return listeners;
}

/** Returns the worker's response, or undefined if the worker leaves the request to the browser. */
async function answer(
  request: Partial<NonNullable<WorkerEvent['request']>>,
  fetch: () => Promise<Response>,
): Promise<Response | undefined> {
  let answered: Promise<Response> | undefined;
  start(true, { fetch })['fetch']?.({
    request: { mode: 'navigate', method: 'GET', url: 'https://e.example/', ...request },
    respondWith: (given) => void (answered = given),
  });
  return answered;
}

const offline = () => Promise.reject(new TypeError('Failed to fetch'));

test.each(['/', '/?q=openai', '/alerts', '/company/openai', '/apiary', '/__x'])(
  '%s shows the offline page without a connection',
  async (path) => {
    const given = await answer({ url: `https://e.example${path}` }, offline);
    expect(given?.status).toBe(503);
    const html = (await given?.text()) ?? '';
    expect(html).toContain('<h1>You seem to be offline</h1>');
    const policy = given?.headers.get('content-security-policy');
    for (const source of inlineScriptSources(html)) expect(policy).toContain(source);
  },
);

test('passes on any response of the network, whatever its status', async () => {
  for (const status of [200, 404, 503]) {
    const sent = new Response('sent', { status });
    expect(await answer({}, () => Promise.resolve(sent))).toBe(sent);
  }
});

test('requests a page while the worker starts, and only pages start it', async () => {
  const enable = vi.fn(() => Promise.resolve());
  const addRoutes = vi.fn((_: unknown) => Promise.resolve());
  const fetch = vi.fn(offline);
  const listeners = start(true, {
    fetch,
    skipWaiting: vi.fn(),
    clients: { claim: vi.fn() },
    registration: { navigationPreload: { enable } },
  });
  listeners['install']?.({ addRoutes });
  expect(JSON.stringify(addRoutes.mock.lastCall)).not.toContain('navigate');
  listeners['activate']?.({ waitUntil: vi.fn() });
  expect(enable).toHaveBeenCalledOnce();
  const request = { mode: 'navigate', method: 'GET' };
  for (const path of ['/', '/__/auth/handler']) {
    const sent = new Response('sent');
    let answered: Promise<Response> | undefined;
    listeners['fetch']?.({
      request: { ...request, url: `https://e.example${path}` },
      preloadResponse: Promise.resolve(sent),
      respondWith: (given) => void (answered = given),
    });
    expect(await answered).toBe(sent);
  }
  expect(fetch).not.toHaveBeenCalled();
});

test('shows the offline page if the early request fails', async () => {
  let answered: Promise<Response> | undefined;
  start(true, { fetch: offline })['fetch']?.({
    request: { mode: 'navigate', method: 'GET', url: 'https://e.example/' },
    preloadResponse: Promise.reject(new TypeError('Failed to fetch')),
    respondWith: (given) => void (answered = given),
  });
  expect((await answered)?.status).toBe(503);
});

test('works in browsers without early requests and routes', () => {
  const listeners = start(true, {
    skipWaiting: vi.fn(),
    clients: { claim: vi.fn() },
    registration: {},
  });
  const work = vi.fn();
  expect(() => listeners['install']?.({})).not.toThrow();
  listeners['activate']?.({ waitUntil: work });
  expect(work).toHaveBeenCalledOnce();
});

/** Runs the script of the offline page. */
async function openOfflinePage(head: () => Promise<unknown>) {
  const html = (await (await answer({}, offline))?.text()) ?? '';
  const script = /<script>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const reload = vi.fn();
  const fetch = vi.fn(head);
  const heard: Record<string, () => unknown> = {};
  const addEventListener = (name: string, listener: () => unknown) => void (heard[name] = listener);
  const document = { hidden: false, addEventListener };
  runInNewContext(script, {
    addEventListener,
    document,
    fetch,
    location: { reload },
    setInterval: (work: () => unknown, ms: number) => void (heard[`${ms} ms`] = work),
  });
  return { heard, reload, fetch, document };
}

test.each(['online', 'visibilitychange', '5000 ms'])(
  'the offline page reloads once the site responds: %s',
  async (event) => {
    const { heard, reload, fetch } = await openOfflinePage(() => Promise.resolve());
    expect(fetch).not.toHaveBeenCalled();
    await heard[event]?.();
    expect(reload).toHaveBeenCalledOnce();
  },
);

test('the offline page polls only while visible, and stays without a response', async () => {
  const { heard, reload, fetch, document } = await openOfflinePage(offline);
  await heard['5000 ms']?.();
  expect(fetch).toHaveBeenCalledOnce();
  document.hidden = true;
  await heard['5000 ms']?.();
  expect(fetch).toHaveBeenCalledOnce();
  expect(reload).not.toHaveBeenCalled();
});

test.each([
  { url: 'https://e.example/__/auth/handler?x=1' },
  { url: 'https://e.example/__/firebase/init.json' },
  { url: 'https://e.example/api/unsubscribe?token=a' },
  { url: 'https://e.example/feeds/x.xml' },
  { url: 'https://e.example/mcp' },
  { mode: 'cors', url: 'https://e.example/__/firebase/init.json' },
  { mode: 'cors', url: 'https://e.example/api/search', method: 'POST' },
  { mode: 'no-cors', url: 'https://e.example/assets/main-12345678.js' },
  { method: 'POST' },
])('leaves to the browser: %j', async (request) => {
  const fetch = vi.fn(offline);
  expect(await answer(request, fetch)).toBeUndefined();
  expect(fetch).not.toHaveBeenCalled();
});

/** Runs a worker at https://e.example whose open tabs have these addresses. */
function startForPush(tabs: string[] = []) {
  const showNotification = vi.fn(() => Promise.resolve());
  const setAppBadge = vi.fn(() => Promise.reject(new Error('not installed')));
  const openWindow = vi.fn(() => Promise.resolve());
  const clients = tabs.map((url) => ({ url, focus: vi.fn() }));
  const listeners = start(true, {
    registration: { showNotification },
    navigator: { setAppBadge },
    location: { origin: 'https://e.example' },
    clients: { matchAll: () => Promise.resolve(clients), openWindow },
  });
  const dispatch = async (name: string, fields: object) => {
    let work: unknown;
    listeners[name]?.({ waitUntil: (given) => void (work = given), ...fields });
    await work;
  };
  return { dispatch, showNotification, setAppBadge, openWindow, clients };
}

test('shows a notification and the number of unread matches', async () => {
  const { dispatch, showNotification, setAppBadge } = startForPush();
  const sent = { title: 'New episode', body: 'Ledgers', path: '/episode/0/1?t=12', tag: 'a' };
  await dispatch('push', { data: { json: () => ({ ...sent, unread: 3 }) } });
  expect(showNotification).toHaveBeenCalledExactlyOnceWith('New episode', {
    body: 'Ledgers',
    tag: 'a',
    data: { path: '/episode/0/1?t=12' },
    icon: '/icons/icon-192.png',
  });
  expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(3);
  await dispatch('push', { data: { json: () => sent } });
  expect(setAppBadge).toHaveBeenCalledOnce();
});

const PAGE = 'https://e.example/episode/0/1?t=12';

test.each([
  ['opens the page of a notification', [], '/episode/0/1?t=12', PAGE, null],
  ['leaves other tabs alone', ['https://e.example/'], '/episode/0/1?t=12', PAGE, null],
  ['focuses the tab that has the page', [`${PAGE}#said`], '/episode/0/1?t=12', null, 0],
  ['opens no other site', [], '//evil.example/', null, null],
])('%s', async (_, tabs, path, opened, focused) => {
  const { dispatch, openWindow, clients } = startForPush(tabs);
  const close = vi.fn();
  await dispatch('notificationclick', { notification: { close, data: { path } } });
  expect(close).toHaveBeenCalledOnce();
  expect(openWindow.mock.calls).toEqual(opened === null ? [] : [[opened]]);
  for (const [at, { focus }] of clients.entries()) {
    expect(focus).toHaveBeenCalledTimes(at === focused ? 1 : 0);
  }
});

test('stores nothing in the browser', () => {
  expect(serviceWorker('Earshot', true)).not.toMatch(/\bcaches?\b(?!-control)|indexedDB/);
});

test('unregisters itself when switched off', () => {
  const unregister = vi.fn();
  const listeners = start(false, { registration: { unregister }, skipWaiting: vi.fn() });
  expect(Object.keys(listeners)).toEqual(['install', 'activate']);
  listeners['activate']?.({ waitUntil: () => undefined });
  expect(unregister).toHaveBeenCalledOnce();
});
