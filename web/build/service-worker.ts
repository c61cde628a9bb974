import { hashSource } from './content-security-policy.ts';
import { MARK } from './mark.ts';

/**
 * Requests that do not start the worker, where the browser supports it: all but page loads. Otherwise each script and each
 * request for data would pass through the worker, which a phone must start first.
 */
const PASSING_BY = {
  condition: { or: ['cors', 'no-cors', 'same-origin'].map((requestMode) => ({ requestMode })) },
  source: 'network',
};

/** Paths that the worker leaves to the browser: Firebase's own (settings and sign-in), the API and feeds. */
const PASSED = '^/(__|api|feeds|mcp)(/|$)';

/**
 * Reloads the page once the site responds. Also polls every 5 seconds, because the `online` event is unreliable and may
 * have fired before this page loaded. Requests a static file, because the page itself may need rendering.
 */
const RELOAD = `
const retry = () => fetch('/sw.js', { method: 'HEAD' }).then(() => location.reload(), () => {});
const retryInView = () => document.hidden || retry();
addEventListener('online', retry);
document.addEventListener('visibilitychange', retryInView);
setInterval(retryInView, 5000);
`;

const STYLE = `
body { margin: 0; background: #faf8f4; color: #1c1815; font: 1rem/1.6 system-ui, sans-serif; color-scheme: light dark; }
header { display: flex; align-items: center; gap: .625rem; height: 4rem; padding: 0 1rem; border-bottom: 1px solid #e6dfd3; font-size: 1.125rem; font-weight: 700; }
header span { display: flex; }
header svg { width: 1.75rem; height: 1.75rem; }
main { max-width: 36rem; margin: 0 auto; padding: 6rem 1rem; text-align: center; }
h1 { margin: 0; font-size: 1.5rem; }
p { margin: .75rem 0 1.75rem; color: #5d554b; text-wrap: balance; }
a { display: inline-flex; align-items: center; height: 3rem; padding: 0 1.5rem; border-radius: .75rem; background: #f7a81b; color: #1d1503; font-weight: 600; text-decoration: none; }
@media (prefers-color-scheme: dark) {
  body { background: #141210; color: #f5f0e8; }
  header { border-color: #342f2a; }
  p { color: #b8ad9e; }
}`;

/** Returns the page for failed page loads. It reloads itself once the site responds. */
function offlinePage(siteName: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>You seem to be offline – ${siteName}</title><style>${STYLE}</style></head><body><header><span aria-hidden="true">${MARK.rounded}</span>${siteName}</header><main><h1>You seem to be offline</h1><p role="status">This page opens as soon as ${siteName} can be reached.</p><a href="">Try again</a></main><script>${RELOAD}</script></body></html>`;
}

const KILL = `// Replaces an earlier worker and removes itself. Open pages are not affected.
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(registration.unregister()));
`;

/**
 * Shows what the driver `push` of the functions sends, and opens its page, or the tab that has it. Another tab is left
 * alone, because it may be playing.
 */
const NOTIFY = `
addEventListener('push', (event) => {
  const { title, body, path, tag, unread } = event.data.json();
  const shown = { body, tag, data: { path }, icon: '/icons/icon-192.png' };
  const badge = unread === undefined ? undefined : navigator.setAppBadge?.(unread);
  const work = [registration.showNotification(title, shown), badge?.catch(() => {})];
  event.waitUntil(Promise.all(work));
});
addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(openPage(new URL(notification.data.path, location.origin)));
});
async function openPage({ href, origin }) {
  if (origin !== location.origin) return;
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = tabs.find(({ url }) => url.split('#')[0] === href);
  await (open ? open.focus() : clients.openWindow(href));
}
`;

/**
 * Returns the text of `sw.js`. The browser requests a page while it starts the worker. The worker answers page loads that
 * fail on the network, with the offline page, and shows notifications. It stores nothing, so that nothing can be stale.
 * @param isOn False returns a worker that removes itself.
 */
export function serviceWorker(siteName: string, isOn: boolean): string {
  if (!isOn) return KILL;
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src ${hashSource(RELOAD)}; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
  };
  return `const page = ${JSON.stringify(offlinePage(siteName))};
const headers = ${JSON.stringify(headers)};
const passed = new RegExp(${JSON.stringify(PASSED)});
addEventListener('install', (event) => {
  skipWaiting();
  try {
    event.addRoutes(${JSON.stringify(PASSING_BY)}).catch(() => {});
  } catch {}
});
addEventListener('activate', (event) => event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()])));
addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request;
  if (mode !== 'navigate' || method !== 'GET') return;
  const isPassed = passed.test(new URL(url).pathname);
  if (isPassed && !event.preloadResponse) return;
  const answer = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(event.request));
  event.respondWith(isPassed ? answer : answer.catch(() => new Response(page, { status: 503, headers })));
});${NOTIFY}`;
}
