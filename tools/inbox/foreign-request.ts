import type { IncomingHttpHeaders } from 'node:http';

const OF_THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a request comes from another origin, or names another host (DNS rebinding). Followed links are allowed. */
export function isForeign(headers: IncomingHttpHeaders): boolean {
  const { host = '', origin } = headers;
  const address = `http://${host}`;
  if (!URL.canParse(address) || !OF_THIS_MACHINE.test(new URL(address).hostname)) return true;
  if (origin !== undefined && origin !== address) return true;
  const { 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode } = headers;
  return !['same-origin', 'none'].includes(site) && mode !== 'navigate';
}
