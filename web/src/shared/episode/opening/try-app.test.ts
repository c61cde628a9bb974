import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mayTryApp, tryApp, type TryOutcome } from './try-app.ts';

const LINK = 'podcasts://search?term=x';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Tries an app in a browser; returns the outcome so far and the mocked navigation. */
function tryIn({ userAgent = 'iPhone', throws = false } = {}) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {
    if (throws) throw new DOMException('denied', 'SecurityError');
  });
  const stop = new AbortController();
  const outcomes: TryOutcome[] = [];
  void tryApp(LINK, stop.signal).then((outcome) => outcomes.push(outcome));
  const after = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return outcomes[0];
  };
  return { after, assign, stop };
}

function seen(visibilityState: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState);
  document.dispatchEvent(new Event('visibilitychange'));
}

function violation(effectiveDirective: string) {
  document.dispatchEvent(
    Object.assign(new Event('securitypolicyviolation'), { effectiveDirective }),
  );
}

/** Prevents iframes from loading; records those that are created and removed. */
function holdFrames() {
  const frames: HTMLIFrameElement[] = [];
  const removed: Element[] = [];
  vi.spyOn(document.body, 'append').mockImplementation((frame) => {
    frames.push(frame as HTMLIFrameElement);
  });
  vi.spyOn(HTMLIFrameElement.prototype, 'remove').mockImplementation(function (this: Element) {
    removed.push(this);
  });
  return { frames, removed };
}

const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0';

describe('an app', () => {
  test('reports silent after one second without the app', async () => {
    const { after, assign } = tryIn();
    expect(assign).toHaveBeenCalledExactlyOnceWith(LINK);
    expect(await after(999)).toBeUndefined();
    expect(await after(1)).toBe('silent');
  });

  test('reports opened when the app comes to the foreground', async () => {
    const { after } = tryIn();
    await after(300);
    seen('hidden');
    expect(await after(0)).toBe('opened');
  });

  test('waits without a timeout while the system asks the person', async () => {
    const { after } = tryIn();
    await after(300);
    window.dispatchEvent(new Event('blur'));
    expect(await after(60_000)).toBeUndefined();
    seen('hidden');
    expect(await after(0)).toBe('opened');
  });

  test('reports silent if the person declines', async () => {
    const { after } = tryIn();
    window.dispatchEvent(new Event('blur'));
    window.dispatchEvent(new Event('focus'));
    expect(await after(0)).toBe('silent');
  });

  test('reports silent as soon as it is aborted', async () => {
    const { after, stop } = tryIn();
    stop.abort();
    expect(await after(0)).toBe('silent');
  });
});

describe('an attempt ends at once', () => {
  test('reports refused if the browser throws', async () => {
    expect(await tryIn({ throws: true }).after(0)).toBe('refused');
  });

  test("reports refused if the CSP blocks Firefox's iframe", async () => {
    const { frames, removed } = holdFrames();
    const { after, assign } = tryIn({ userAgent: FIREFOX });
    expect(assign).not.toHaveBeenCalled();
    expect(frames.map(({ src }) => src)).toEqual([LINK]);
    violation('img-src');
    expect(await after(0)).toBeUndefined();
    violation('frame-src');
    expect(await after(0)).toBe('refused');
    expect(removed).toEqual(frames);
  });

  test('reports refused if the iframe cannot be loaded', async () => {
    const { frames, removed } = holdFrames();
    const { after } = tryIn({ userAgent: FIREFOX });
    frames[0]?.dispatchEvent(new Event('error'));
    expect(await after(0)).toBe('refused');
    expect(removed).toEqual(frames);
  });
});

test.each([
  ['active', { isActive: true }, true],
  ['used up', { isActive: false }, false],
  ['unknown', undefined, true],
])('mayTryApp with a tap that is %s', (_name, userActivation, expected) => {
  vi.stubGlobal('navigator', { userActivation });
  expect(mayTryApp()).toBe(expected);
});
