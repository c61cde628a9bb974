import ipaddr from 'ipaddr.js';
import { BlockList, isIP } from 'node:net';

export interface ClientSource {
  headers: Record<string, string | string[] | undefined>;
  socket: { remoteAddress?: string | undefined };
}

/** Who calls, for rate limits only; never logged. Texts are shorter than 100 characters. */
export interface Client {
  /** An IPv4 address, or the /64 network of an IPv6 address, which is what one household gets. */
  address: string;
  /** A hop that claims, without proof, to forward for `address`; null without such a claim. */
  relay: Relay | null;
}

interface Relay {
  address: string;
  /** Number of clients whose allowance the hop's clients share. */
  clients: number;
}

/** Value of `clients`: what anybody can gain by claims, and what Hosting's visitors share without a proof. */
const CLIENTS_OF_RELAY = 10;

/**
 * Google's front end appends the connecting address to `x-forwarded-for`; everything before this last hop can
 * be forged. Behind Hosting the last hop is Google's, for many visitors, and the CDN overwrites
 * `fastly-client-ip` with the visitor's address. But Hosting signs nothing, and anybody may call the function
 * directly.
 *
 * With `proxies` (CIDR), these hops alone are believed, and every other client is its last hop. Without, a
 * claim is counted for its hop: forging one uses up nobody else's allowance, and all clients of a hop share a
 * limit.
 */
export function createClientFinder(proxies: readonly string[]): (source: ClientSource) => Client {
  const trusted = blockListOf(proxies);
  return function clientOf({ headers, socket }) {
    const hop = parse(lastHop(headers['x-forwarded-for'])) ?? parse(socket.remoteAddress);
    if (hop === null) return { address: 'unknown', relay: null };
    const address = group(hop);
    const visitor = parse(headers['fastly-client-ip']);
    if (visitor === null) return { address, relay: null };
    if (trusted.check(hop.toString(), hop.kind())) return { address: group(visitor), relay: null };
    if (proxies.length > 0) return { address, relay: null };
    return {
      address: `${group(visitor)} by ${address}`,
      relay: { address, clients: CLIENTS_OF_RELAY },
    };
  };
}

/**
 * The counters of a client, each with its limit. Every limit must use all of them: whoever claims ever new visitors has
 * ever new addresses, but one hop.
 */
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

/** Null if the text is not an IP address. IPv4-mapped IPv6 becomes IPv4. */
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

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address, bits] = ipaddr.parseCIDR(network);
    list.addSubnet(address.toString(), bits, address.kind());
  }
  return list;
}
