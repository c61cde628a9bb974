// Preloaded into every process of a rehearsal. Redirects Google's host names and the site's to the local stand-in,
// and blocks all other hosts. Blocked hosts are written to REHEARSAL_OUTSIDE.
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { isIP, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';

const STAND_IN = '127.0.0.1';
const { REHEARSAL_OUTSIDE: noteFile = '', REHEARSAL_PORT: port = '' } = process.env;

const GOOGLE = /(^|\.)googleapis\.com$/;
const SITE = /(^|\.)(heard\.test|web\.app|cloudfunctions\.net|googleapis\.com)$/;
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|::1|0\.0\.0\.0|::)$/;
/** Addresses of this machine's network interfaces, on which programs look for free ports. */
const own = new Set(
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address)),
);

/** @param {string} host */
function note(host) {
  appendFileSync(noteFile, `${host}\n`);
}

const { lookup } = dns;
/** @type {(host: string, ...rest: unknown[]) => void} */
const lookUpHere = (host, ...rest) => {
  if (LOCAL.test(host) || isIP(host) !== 0 || GOOGLE.test(host)) {
    const known = GOOGLE.test(host) ? STAND_IN : host;
    Reflect.apply(lookup, dns, [known, ...rest]);
    return;
  }
  note(host);
  const done = /** @type {(error: Error) => void} */ (rest.at(-1));
  const error = Object.assign(new Error(`${host} is not part of the rehearsal`), {
    code: 'ENOTFOUND',
  });
  process.nextTick(done, error);
};
Object.assign(dns, { lookup: lookUpHere });

/** @type {unknown} */
const connect = Reflect.get(Socket.prototype, 'connect');
/** @this {Socket} @param {...unknown} given @returns {unknown} */
function connectHere(...given) {
  const first = /** @type {unknown} */ (Array.isArray(given[0]) ? given[0][0] : given[0]);
  /** @type {unknown} */
  const host = typeof first === 'object' && first !== null ? Reflect.get(first, 'host') : given[1];
  if (typeof host === 'string' && isIP(host) !== 0 && !LOCAL.test(host) && !own.has(host)) {
    note(host);
    throw new Error(`${host} is not part of the rehearsal`);
  }
  return Reflect.apply(/** @type {Function} */ (connect), this, given);
}
Object.assign(Socket.prototype, { connect: connectHere });

const send = globalThis.fetch;
/** @type {typeof send} Uses HTTP for https URLs of the site, because the stand-in has no certificates. */
const sendHere = (address, init) => {
  const url = new URL(address instanceof Request ? address.url : address);
  if (url.protocol !== 'https:' || !SITE.test(url.hostname)) return send(address, init);
  const headers = new Headers(init?.headers);
  headers.set('x-rehearsal-host', url.hostname);
  return send(`http://${STAND_IN}:${port}${url.pathname}${url.search}`, { ...init, headers });
};
Object.assign(globalThis, { fetch: sendHere });
