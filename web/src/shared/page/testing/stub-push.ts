import { vi } from 'vitest';

interface StubOptions {
  permission?: NotificationPermission;
  /** What the person answers. */
  answer?: NotificationPermission;
  isSubscribed?: boolean;
}

/** Gives jsdom a browser's push and badges, until `vi.unstubAllGlobals`. */
export function stubPush({
  permission = 'default',
  answer = 'granted',
  isSubscribed = false,
}: StubOptions = {}) {
  const made = (at: number) => ({
    toJSON: () => ({
      endpoint: `https://push.example/send/${at}`,
      keys: { p256dh: 'p', auth: 'a' },
    }),
    unsubscribe: vi.fn(() => Promise.resolve(true)),
  });
  const [former, next] = [made(0), made(1)];
  let current = isSubscribed ? former : null;
  const subscribe = vi.fn(() => Promise.resolve((current = next)));
  const worker = { pushManager: { getSubscription: () => Promise.resolve(current), subscribe } };
  const serviceWorker = {
    register: () => Promise.resolve(worker),
    ready: Promise.resolve(worker),
    getRegistration: () => Promise.resolve(worker),
  };
  const setAppBadge = vi.fn(() => Promise.resolve());
  const requestPermission = vi.fn(() => Promise.resolve(answer));
  const { userAgent, onLine, clipboard } = navigator;
  vi.stubGlobal('navigator', { userAgent, onLine, clipboard, serviceWorker, setAppBadge });
  vi.stubGlobal('PushManager', vi.fn());
  vi.stubGlobal('Notification', { permission, requestPermission });
  return { subscribe, former, next, setAppBadge, requestPermission };
}
