import dns from 'node:dns';
import net from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress } from './public-host.ts';

export class ForbiddenAddressError extends Error {
  override name = 'ForbiddenAddressError';
}

/** Checks the addresses from the socket's own DNS lookup, which prevents DNS rebinding. */
export function guardedConnector(): buildConnector.connector {
  const connect = buildConnector({ lookup: publicLookup(dns.lookup) });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    // Node does not look up IP literals, so they are checked here.
    if (net.isIP(host) !== 0 && !isPublicAddress(host)) {
      callback(new ForbiddenAddressError(), null);
      return;
    }
    connect(options, callback);
  };
}

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
