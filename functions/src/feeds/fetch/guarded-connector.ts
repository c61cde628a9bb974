import dns from 'node:dns';
import net from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress } from './public-host.ts';

/** The connection would have gone to an address that is not public. */
export class ForbiddenAddressError extends Error {
  override name = 'ForbiddenAddressError';
}

/**
 * A connector for undici that connects to public addresses only and fails with {@link
 * ForbiddenAddressError} otherwise. It checks the very addresses that the socket uses, so that a
 * name cannot show a good address to the check and another one to the connection.
 */
export function guardedConnector(): buildConnector.connector {
  const connect = buildConnector({ lookup: publicLookup(dns.lookup) });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    // Node looks nothing up for a literal address.
    if (net.isIP(host) !== 0 && !isPublicAddress(host)) {
      callback(new ForbiddenAddressError(), null);
      return;
    }
    connect(options, callback);
  };
}

/** A lookup for sockets that passes on the public addresses of a name; it fails if there are none. */
export function publicLookup(resolve: typeof dns.lookup): net.LookupFunction {
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
