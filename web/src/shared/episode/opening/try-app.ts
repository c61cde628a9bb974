const APP_TIMEOUT_MS = 1000;

/**
 * `opened`: the app came to the foreground. `refused`: the browser refused its link. `silent`: timeout, abort, or
 * the person declined when the system asked.
 */
export type TryOutcome = 'opened' | 'refused' | 'silent';

/** True if the browser allows an app link, or does not say. Chromium allows only one link for each tap. */
export function mayTryApp(): boolean {
  const { userActivation } = navigator as { userActivation?: UserActivation };
  return userActivation?.isActive !== false;
}

/**
 * Opens an app's deep link and waits up to a second for the app. Ends early if the browser refuses
 * the link, as Firefox does if the CSP's frame-src lacks the scheme. There is no timeout while the
 * window has no focus, because the system is asking the person.
 */
export function tryApp(link: string, signal: AbortSignal): Promise<TryOutcome> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const end = (outcome: TryOutcome) => {
      clearTimeout(timer);
      ended.abort();
      resolve(outcome);
    };
    const on = (target: EventTarget, type: string, listener: (event: Event) => void) => {
      target.addEventListener(type, listener, { signal: ended.signal });
    };
    const timer = setTimeout(end, APP_TIMEOUT_MS, 'silent');
    on(document, 'visibilitychange', () => document.visibilityState === 'hidden' && end('opened'));
    on(document, 'securitypolicyviolation', (event) => {
      if ((event as SecurityPolicyViolationEvent).effectiveDirective === 'frame-src')
        end('refused');
    });
    on(window, 'blur', () => clearTimeout(timer));
    on(window, 'focus', () => end('silent'));
    on(signal, 'abort', () => end('silent'));
    try {
      handOver(link, ended.signal, () => end('refused'));
    } catch {
      end('refused');
    }
  });
}

function handOver(link: string, ended: AbortSignal, onRefused: () => void): void {
  // Firefox replaces the page with an error for an unknown scheme, but not in an iframe.
  if (!navigator.userAgent.includes('Firefox')) {
    window.location.assign(link);
    return;
  }
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = link;
  frame.addEventListener('error', onRefused);
  ended.addEventListener('abort', () => frame.remove());
  document.body.append(frame);
}
