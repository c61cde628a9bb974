import { randomBytes } from 'node:crypto';

// A random unique-local IPv6 prefix (RFC 4193) of this process.
const NETWORK = `fd${randomBytes(5).toString('hex')}`.replace(/(.{4})(?=.)/g, '$1:');
let clients = 0;

/**
 * Returns the headers of a new client. Needed because the rate limit counts clients by their 64-bit network, and all
 * tests run on one machine.
 */
export function asNewClient(): Record<string, string> {
  return { 'x-forwarded-for': newAddress() };
}

/** Returns the headers of a new client for requests through Hosting, which names the visitor. */
export function asNewVisitor(): Record<string, string> {
  return { 'fastly-client-ip': newAddress() };
}

function newAddress(): string {
  clients += 1;
  return `${NETWORK}:${clients.toString(16)}::1`;
}
