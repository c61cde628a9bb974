import ipaddr from 'ipaddr.js';
import { BlockList, isIP } from 'node:net';

export interface ClientSource {
  headers: Record<string, string | string[] | undefined>;
  socket: { remoteAddress?: string | undefined };
}

/** Identifies a client for rate limits only; never logged. Texts are shorter than 100 characters. */
export interface Client {
  /** IPv4 address, or /64 network of an IPv6 address (one household). */
  address: string;
  /** The hop that claims, without proof, to forward for `address`; else null. */
  relay: Relay | null;
}

interface Relay {
  address: string;
  /** The hop's clients together have the allowance of this many clients. */
  clients: number;
}

/** Limits what forged claims gain. All visitors behind an untrusted Hosting server share this allowance. */
const RELAY_CLIENTS = 10;

/**
 * Google's front end appends the connecting address to `x-forwarded-for`; anything before this last hop can be
 * forged. Behind Hosting, the last hop is Google's, shared by many visitors, and the CDN sets `fastly-client-ip`
 * to the visitor's address. But Hosting signs nothing, and anybody can call the function directly.
 *
 * If `proxies` (CIDR) are given, only their claims count, and any other client is identified by its last hop.
 * Otherwise, each claim is counted per hop: a forged claim uses up nobody else's allowance, and all clients of a
 * hop share a limit.
 */
export function createClientFinder(proxies: readonly string[]): (source: ClientSource) => Client {
  const trusted = createBlockList(proxies);
  return function clientOf({ headers, socket }) {
    const hop = parse(lastHop(headers['x-forwarded-for'])) ?? parse(socket.remoteAddress);
    if (hop === null) return { address: 'unknown', relay: null };
    const address = formatNetwork(hop);
    const visitor = parse(headers['fastly-client-ip']);
    if (visitor === null) return { address, relay: null };
    if (trusted.check(hop.toString(), hop.kind()))
      return { address: formatNetwork(visitor), relay: null };
    if (proxies.length > 0) return { address, relay: null };
    return {
      address: `${formatNetwork(visitor)} by ${address}`,
      relay: { address, clients: RELAY_CLIENTS },
    };
  };
}

/** Every rate limit must use all counters, as a client that forges visitors has many addresses but one hop. */
export function limitsOf(
  { address, relay }: Client,
  limit: number,
): [name: string, limit: number][] {
  if (relay === null) return [[address, limit]];
  return [
    [address, limit],
    [`relay ${relay.address}`, limit * relay.clients],
  ];
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Null if the text is no IP address. IPv4-mapped IPv6 becomes IPv4. */
function parse(text: string | string[] | undefined): Address | null {
  return typeof text === 'string' && isIP(text) !== 0 ? ipaddr.process(text) : null;
}

function lastHop(forwarded: string | string[] | undefined): string | undefined {
  return [forwarded].flat().at(-1)?.split(',').at(-1)?.trim();
}

function formatNetwork(address: Address): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

function createBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address, bits] = ipaddr.parseCIDR(network);
    list.addSubnet(address.toString(), bits, address.kind());
  }
  return list;
}
