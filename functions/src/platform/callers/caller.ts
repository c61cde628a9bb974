import ipaddr from 'ipaddr.js';
import { BlockList, isIP } from 'node:net';
import { GOOGLE_NETWORKS, RENTED_NETWORKS } from './proxy-networks.ts';

/** The little of an HTTP request that tells who is calling. */
export interface CallerSource {
  headers: Record<string, string | string[] | undefined>;
  socket: { remoteAddress?: string | undefined };
}

/** Who calls, for rate limits only: it is never logged. Both texts are under a hundred characters. */
export interface Caller {
  /** An IPv4 address, or the first 64 bits of an IPv6 address: that much one household has. */
  address: string;
  /** Who claims to speak for `address` and may be anybody; null where the claim is believed. */
  relay: string | null;
}

/** Finds out who calls. Believes Google's own networks and those in `proxies` (CIDR) about others. */
export function createCallerFinder(proxies: readonly string[]): (source: CallerSource) => Caller {
  const trusted = blockListOf([...GOOGLE_NETWORKS, ...proxies]);
  const rented = blockListOf(RENTED_NETWORKS);

  /**
   * Google's front end appends the address that connected to it as the last hop of `x-forwarded-for`;
   * callers can forge all before it. Behind Hosting that hop is Google's and `fastly-client-ip`, which
   * the CDN overwrites, is the visitor. On a direct call the hop is the caller. Where the hop can be
   * either, a claim counts for this hop alone, so that it uses up nobody else's searches.
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

/** Null for what is no address in its usual form; IPv6 that carries an IPv4 address becomes that. */
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
