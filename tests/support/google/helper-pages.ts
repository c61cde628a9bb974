/**
 * Stand-ins for pages that Firebase and Google serve during a sign-in. Like the real helper, this one stores Google's
 * response in the storage of its own origin, where its frame in the site reads it. Browsers partition a frame's
 * storage by the embedding site, so this works only if helper and site share a domain. Playwright's browsers do not
 * partition, so the frame compares the origins itself.
 */

const GOOGLE = 'https://accounts.google.com/signin';

const page = (script: string, body = '') =>
  `<!doctype html><title>helper</title>${body}<script>${script}</script>`;

/** `/__/auth/handler`: leads to Google, and back to the site with Google's response. */
export const HANDLER = page(`
  const query = new URLSearchParams(location.search);
  const asked = query.get('authType') ? Object.fromEntries(query) : JSON.parse(sessionStorage.asked);
  const event = {
    type: asked.authType, eventId: asked.eventId, urlResponse: location.href, sessionId: 'session',
    postBody: null, tenantId: null,
    ...(query.has('error') && { error: { code: 'auth/user-cancelled', message: 'refused' } }),
  };
  if (query.get('authType')) {
    sessionStorage.asked = JSON.stringify(asked);
    const back = location.origin + location.pathname;
    location.replace('${GOOGLE}?redirect_uri=' + encodeURIComponent(back));
  } else if (asked.authType.endsWith('Popup')) {
    for (let i = 0; i < opener.length; i += 1) opener[i].postMessage(event, location.origin);
  } else {
    sessionStorage.event = JSON.stringify(event);
    location.replace(asked.redirectUrl);
  }`);

/** `/__/auth/iframe`: passes the handler's result and the messages of popups to the embedding site. */
export const FRAME = page(`
  const tell = (authEvent) => parent.postMessage({ authEvent }, '*');
  addEventListener('message', ({ data, source, origin }) => {
    if (source !== parent) return origin === location.origin ? tell(data) : undefined;
    const isDivided = location.ancestorOrigins[0] !== location.origin;
    const kept = isDivided ? undefined : sessionStorage.event;
    delete sessionStorage.event;
    tell(kept ? JSON.parse(kept) : { type: 'unknown', error: { code: 'auth/no-auth-event' } });
  });
  parent.postMessage('ready', '*');`);

/** Google's page, which returns only to addresses that the operator has allowed. */
export function googlePage(backTo: string, allowed: readonly string[]): string {
  if (!allowed.includes(backTo)) return page('', '<h1>redirect_uri_mismatch</h1>');
  return page('', `<a href="${backTo}?code=1">Continue</a> <a href="${backTo}?error=1">Cancel</a>`);
}

/** `apis.google.com/js/api.js`: opens the frame and passes its messages on. */
export const FRAMES_SCRIPT = `
  class Iframe {
    constructor(options) {
      this.element = document.createElement('iframe');
      this.isReady = new Promise((resolve) => {
        addEventListener('message', ({ data, source }) => {
          if (source !== this.element.contentWindow) return;
          if (data === 'ready') resolve();
          else this.hear(data);
        });
      });
      this.element.src = options.url;
      options.where.append(this.element);
    }
    async register(_name, hear) {
      this.hear = hear;
      await this.isReady;
      this.element.contentWindow.postMessage('listening', '*');
    }
    // Firebase throws after it has taken the answer.
    send(name, _message, answer) { try { answer([{ [name]: true }]); } catch {} }
    restyle() { return Promise.resolve(); }
    async ping(answer) { await this.isReady; answer(); }
  }
  const open = async (options, opened) => opened(new Iframe(options));
  window.gapi = {
    load: (_name, { callback }) => callback(),
    iframes: { Iframe, CROSS_ORIGIN_IFRAMES_FILTER: null, getContext: () => ({ open }) },
  };
  window[new URL(document.currentScript.src).searchParams.get('onload')]();`;
