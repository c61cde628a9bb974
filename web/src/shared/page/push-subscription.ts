import type { PushKeys } from 'functions/contract';
import { keptText } from '#shared/text/kept-text.ts';

/** Id of the channel that this browser is, so that its deletion also ends the subscription. */
const kept = keptText('localStorage', 'earshot.push-channel');

/** `home-screen`: only the site's app on the home screen can. `off`: the site has no service worker. */
export type PushSupport = 'ready' | 'blocked' | 'home-screen' | 'unsupported' | 'off';

export function pushSupport(): PushSupport {
  if (import.meta.env.VITE_OFFLINE_PAGE === 'off') return 'off';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return isApplePhone() ? 'home-screen' : 'unsupported';
  }
  return Notification.permission === 'denied' ? 'blocked' : 'ready';
}

/** iPads call themselves Macs, which have no touch screen. */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** Opens the browser's question. Must be called while a press is handled, or Safari refuses. */
export async function askForNotifications(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted';
}

/** @param key The site's public key, base64url. */
export async function subscribeBrowser(key: string): Promise<{ url: string; keys: PushKeys }> {
  const worker = await navigator.serviceWorker.register('/sw.js');
  await navigator.serviceWorker.ready;
  // A subscription of another account, or for an earlier key of the site, must not go on.
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = subscription.toJSON();
  const [p256dh, auth] = [keys?.['p256dh'], keys?.['auth']];
  if (endpoint === undefined || p256dh === undefined || auth === undefined) {
    throw new Error('The subscription has no keys');
  }
  return { url: endpoint, keys: { p256dh, auth } };
}

export function rememberPushChannel(channelId: string): void {
  kept.write(channelId);
}

/** True if the channel is this browser. */
export function isThisBrowser(channelId: string): boolean {
  return kept.read() === channelId;
}

/** How long a sign-out waits for the browser, which asks its push service. */
const UNSUBSCRIBE_WITHIN_MS = 2000;

/** Ends this browser's subscription, if it has one, and its badge. Never rejects. */
export async function unsubscribeBrowser(): Promise<void> {
  kept.write(null);
  showBadge(0);
  // The browser may have no push, or its service cannot be reached. The next message then finds out.
  const ended = endSubscription().catch(() => undefined);
  await Promise.race([ended, new Promise((done) => setTimeout(done, UNSUBSCRIBE_WITHIN_MS))]);
}

async function endSubscription(): Promise<void> {
  const { serviceWorker } = navigator as Partial<Navigator>;
  const worker = await serviceWorker?.getRegistration();
  const { pushManager } = (worker ?? {}) as Partial<ServiceWorkerRegistration>;
  await (await pushManager?.getSubscription())?.unsubscribe();
}

/** Shows the number at the icon of the installed site, where the system has badges. */
export function showBadge(count: number): void {
  const { setAppBadge } = navigator as Partial<Navigator>;
  // Rejects where the site is not installed.
  void setAppBadge?.call(navigator, count).catch(() => undefined);
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg/, 'Edge'],
  [/OPR/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox/, 'Firefox'],
  [/Chrome/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];

/** "Chrome on Android", for the list of channels on other devices. */
export function browserName(userAgent: string): string {
  const find = (names: typeof BROWSERS) => names.find(([form]) => form.test(userAgent))?.[1];
  return [find(BROWSERS) ?? 'Browser', find(SYSTEMS)].filter(Boolean).join(' on ');
}
