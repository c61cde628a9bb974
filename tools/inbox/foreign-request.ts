import type { IncomingHttpHeaders } from 'node:http';

const OF_THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * True for a request from another origin, or with the name of another host (DNS rebinding). Followed links
 * are not foreign.
 */
export function isForeign(headers: IncomingHttpHeaders): boolean {
  const { host = '', origin } = headers;
  const address = `http://${host}`;
  if (!URL.canParse(address) || !OF_THIS_MACHINE.test(new URL(address).hostname)) return true;
  if (origin !== undefined && origin !== address) return true;
  const { 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode } = headers;
  return !['same-origin', 'none'].includes(site) && mode !== 'navigate';
}
