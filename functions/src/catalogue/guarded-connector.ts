import dns from 'node:dns';
import net from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress } from './public-address.ts';

/** The connection would have gone to an address that is not public. */
export class ForbiddenAddressError extends Error {
  override name = 'ForbiddenAddressError';
}

/** How names become addresses; Node's own unless a test says otherwise. */
export type Resolve = typeof dns.lookup;

/**
 * A connector for undici that connects to public addresses only and fails with
 * {@link ForbiddenAddressError} otherwise. The addresses are checked where the socket takes them
 * from, so that a name cannot answer with a good address to the check and another one to the
 * connection. Of a name with several addresses the public ones are used.
 */
export function guardedConnector(resolve: Resolve = dns.lookup): buildConnector.connector {
  const connect = buildConnector({ lookup: publicLookup(resolve) });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    // For a literal address Node asks no lookup.
    if (net.isIP(host) !== 0 && !isPublicAddress(host)) {
      callback(new ForbiddenAddressError(), null);
      return;
    }
    connect(options, callback);
  };
}

function publicLookup(resolve: Resolve): net.LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) {
        callback(error, []);
        return;
      }
      const allowed = addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = allowed;
      if (!first) callback(new ForbiddenAddressError(), []);
      else if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
