/** How long an app may take to come to the front, ms. */
const APP_PATIENCE_MS = 1000;

/**
 * What came of asking for an app: it came to the front, the browser did not let the page ask, or
 * nothing was heard of it in time.
 */
export type TryOutcome = 'opened' | 'refused' | 'silent';

/**
 * Whether the browser lets the page ask for an app now: a tap lets a page open one, and Chromium uses
 * the tap up with the first. True where the browser does not tell.
 */
export function mayTryApp(): boolean {
  const { userActivation } = navigator as { userActivation?: UserActivation };
  return userActivation?.isActive !== false;
}

/**
 * Hands a link of an app's own scheme to the system and waits up to a second for the app. Ends at
 * once where the browser refuses: in Firefox, where the content security policy does not name the
 * scheme for frames. While the window has lost the focus the system is asking the person, so the wait goes
 * on until it is back. Ends with 'silent' when the signal aborts.
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
    const timer = setTimeout(end, APP_PATIENCE_MS, 'silent');
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
  // Firefox replaces the page by an error when no app answers to the scheme; in a frame it does not.
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
