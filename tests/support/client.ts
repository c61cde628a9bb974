import { randomBytes } from 'node:crypto';

// A private network of this process alone: `fd` and 5 random bytes.
const NETWORK = `fd${randomBytes(5).toString('hex')}`.replace(/(.{4})(?=.)/g, '$1:');
let clients = 0;

/**
 * Headers that make a request come from a client of its own, as a proxy on this machine would report
 * it: the rate limit counts clients by their 64-bit network, and all tests share one machine.
 */
export function asNewClient(): Record<string, string> {
  clients += 1;
  return { 'x-forwarded-for': `${NETWORK}:${clients.toString(16)}::1` };
}
