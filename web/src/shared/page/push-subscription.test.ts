import { afterEach, expect, test, vi } from 'vitest';
import {
  browserName,
  isThisBrowser,
  pushSupport,
  rememberPushChannel,
  showBadge,
  subscribeBrowser,
  unsubscribeBrowser,
} from './push-subscription.ts';
import { stubPush } from './testing/stub-push.ts';

afterEach(() => vi.unstubAllGlobals());

test('subscribes anew, so that neither another account nor an earlier key goes on', async () => {
  const { subscribe, former } = stubPush({ isSubscribed: true });
  expect(await subscribeBrowser('BKey')).toEqual({
    url: 'https://push.example/send/1',
    keys: { p256dh: 'p', auth: 'a' },
  });
  expect(former.unsubscribe).toHaveBeenCalledOnce();
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({
    userVisibleOnly: true,
    applicationServerKey: 'BKey',
  });
});

test('ends the subscription and the badge, and forgets the channel', async () => {
  const { former, setAppBadge } = stubPush({ isSubscribed: true });
  rememberPushChannel('c1');
  expect([isThisBrowser('c1'), isThisBrowser('c2')]).toEqual([true, false]);
  await unsubscribeBrowser();
  expect(former.unsubscribe).toHaveBeenCalledOnce();
  expect(isThisBrowser('c1')).toBe(false);
  expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(0);
});

test('waits two seconds at most for a push service that does not answer', async () => {
  const { former } = stubPush({ isSubscribed: true });
  former.unsubscribe.mockReturnValueOnce(new Promise(() => undefined));
  vi.useFakeTimers();
  const ended = unsubscribeBrowser();
  await vi.advanceTimersByTimeAsync(2000);
  await ended;
  vi.useRealTimers();
});

test('does nothing in a browser without push or badges', async () => {
  await unsubscribeBrowser();
  expect(() => showBadge(3)).not.toThrow();
  expect(pushSupport()).toBe('unsupported');
});

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1';
const IPAD = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15';

test.each([
  [IPHONE, 5, 'home-screen'],
  [IPAD, 5, 'home-screen'],
  [IPAD, 0, 'unsupported'],
])(
  'knows that an iPhone or iPad needs the home screen: %s, %i',
  (userAgent, maxTouchPoints, said) => {
    vi.stubGlobal('navigator', { userAgent, maxTouchPoints });
    expect(pushSupport()).toBe(said);
  },
);

test.each([
  ['default', 'ready'],
  ['granted', 'ready'],
  ['denied', 'blocked'],
] as const)('reads the permission %s as %s', (permission, said) => {
  stubPush({ permission });
  expect(pushSupport()).toBe(said);
});

test.each([
  [IPHONE, 'Safari on iPhone'],
  ['Mozilla/5.0 (Linux; Android 16) Chrome/143.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/143.0 Safari/537.36 Edg/143.0', 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  ['curl/8', 'Browser'],
])('names the browser %s: %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
