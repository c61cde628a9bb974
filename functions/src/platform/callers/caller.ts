import ipaddr from 'ipaddr.js';
import { BlockList, isIP } from 'node:net';
import { GOOGLE_NETWORKS, RENTED_NETWORKS } from './proxy-networks.ts';

/** The parts of an HTTP request that show who is calling. */
export interface CallerSource {
  headers: Record<string, string | string[] | undefined>;
  socket: { remoteAddress?: string | undefined };
}

/**
 * Who calls, for rate limits only; never logged. Both texts are shorter than a hundred characters.
 */
export interface Caller {
  /** An IPv4 address, or the first 64 bits of an IPv6 address, which is what one household gets. */
  address: string;
  /**
   * The address that claims to speak for `address` and could be anybody; null where the claim is
   * trusted.
   */
  relay: string | null;
}

/**
 * Finds out who calls. Only Google's own networks and those in `proxies` (CIDR) are trusted to name
 * another address.
 */
export function createCallerFinder(proxies: readonly string[]): (source: CallerSource) => Caller {
  const trusted = blockListOf([...GOOGLE_NETWORKS, ...proxies]);
  const rented = blockListOf(RENTED_NETWORKS);

  /**
   * Google's front end appends the address that connected to it to `x-forwarded-for`; callers can
   * forge everything before that last hop. Behind Hosting, the last hop is Google's, and the
   * visitor is in `fastly-client-ip`, which the CDN overwrites. On a direct call, the last hop is
   * the caller. Where it could be either, the claimed address is counted per last hop, so that a
   * forged one uses up nobody else's searches.
   */
  return function callerOf({ headers, socket }) {
    const hop = parse(lastHop(headers['x-forwarded-for'])) ?? parse(socket.remoteAddress);
    if (hop === null) return { address: 'unknown', relay: null };
    const visitor = parse(headers['fastly-client-ip']);
    if (visitor !== null && includes(trusted, hop)) return { address: group(visitor), relay: null };
    if (visitor !== null && includes(rented, hop)) {
      const relay = group(hop);
      return { address: `${group(visitor)} by ${relay}`, relay };
    }
    return { address: group(hop), relay: null };
  };
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Null for text that is not an address in its usual form. IPv6 that carries an IPv4 address becomes
 * that.
 */
function parse(text: string | string[] | undefined): Address | null {
  return typeof text === 'string' && isIP(text) !== 0 ? ipaddr.process(text) : null;
}

function lastHop(forwarded: string | string[] | undefined): string | undefined {
  return [forwarded].flat().at(-1)?.split(',').at(-1)?.trim();
}

function group(address: Address): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

function includes(networks: BlockList, address: Address): boolean {
  return networks.check(address.toString(), address.kind());
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address, bits] = ipaddr.parseCIDR(network);
    list.addSubnet(address.toString(), bits, address.kind());
  }
  return list;
}
