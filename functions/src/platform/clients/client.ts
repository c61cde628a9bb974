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
  /**
   * A hop in the networks below that claims to forward for `address`; null without such a claim, or if the
   * hop is trusted.
   */
  relay: Relay | null;
}

interface Relay {
  address: string;
  /** Number of clients whose allowance the hop's clients share. */
  clients: number;
}

/**
 * Value of `clients` for a hop in Google's networks. Calls from there may come from Hosting, but also from any
 * script that runs at Google.
 */
const CLIENTS_OF_GOOGLE = 100;
const CLIENTS_OF_RENTED = 10;

/**
 * Networks from which Firebase Hosting may call the functions. Google does not document which address its
 * front end then sees. Others report Google's own ("visitor, Google front end", September 2026), and in 2019
 * an address of Google Cloud. Sources: https://www.gstatic.com/ipranges/goog.json with neighbouring ranges
 * joined, https://api.fastly.com/public-ip-list; both as copied by public lists in October 2026.
 */

/** Google's own servers, without Google Cloud (https://www.gstatic.com/ipranges/cloud.json). */
const GOOGLE_NETWORKS = listed(`
  64.233.160.0/19 66.102.0.0/20 66.249.64.0/19 70.32.128.0/19 72.14.192.0/18 74.125.0.0/16
  108.170.192.0/18 108.177.0.0/17 142.250.0.0/15 172.217.0.0/16 172.253.0.0/16 173.194.0.0/16
  192.178.0.0/15 209.85.128.0/17 216.58.192.0/19 216.239.32.0/19
  2001:4860::/32 2404:6800::/32 2607:f8b0::/32 2800:3f0::/32 2a00:1450::/32 2c0f:fb50::/32`);

/** Google Cloud and Fastly: any customer's program may have such an address. */
const RENTED_NETWORKS = listed(`
  8.34.208.0/20 8.35.192.0/20 8.228.0.0/14 8.232.0.0/14 8.236.0.0/15 23.236.48.0/20 23.251.128.0/19
  34.0.0.0/15 34.2.0.0/16 34.3.0.0/16 34.4.0.0/14 34.8.0.0/13 34.16.0.0/12 34.32.0.0/11
  34.64.0.0/10 34.128.0.0/10 35.184.0.0/13 35.192.0.0/11 35.224.0.0/12 35.240.0.0/12
  104.154.0.0/15 104.196.0.0/14 104.237.160.0/19 107.167.160.0/19 107.178.192.0/18 108.59.80.0/20
  130.211.0.0/16 136.64.0.0/11 136.107.0.0/16 136.108.0.0/14 136.112.0.0/12 146.148.0.0/17
  162.216.148.0/22 162.222.176.0/21 172.110.32.0/21 173.255.112.0/20 192.158.28.0/22
  199.192.112.0/22 199.223.232.0/21 207.223.160.0/20 208.68.108.0/22 208.81.188.0/22
  2600:1900::/28
  23.235.32.0/20 43.249.72.0/22 103.244.50.0/24 103.245.222.0/23 103.245.224.0/24 104.156.80.0/20
  140.248.64.0/18 140.248.128.0/17 146.75.0.0/17 151.101.0.0/16 157.52.64.0/18 167.82.0.0/17
  167.82.128.0/20 167.82.160.0/20 167.82.224.0/20 172.111.64.0/18 185.31.16.0/22 199.27.72.0/21
  199.232.0.0/16 2a04:4e40::/32 2a04:4e42::/32`);

function listed(networks: string): string[] {
  return networks.trim().split(/\s+/);
}

/** Only hops in `proxies` (CIDR) are trusted to name another address as the client's. */
export function createClientFinder(proxies: readonly string[]): (source: ClientSource) => Client {
  const trusted = blockListOf(proxies);
  const relays = [
    { networks: blockListOf(GOOGLE_NETWORKS), clients: CLIENTS_OF_GOOGLE },
    { networks: blockListOf(RENTED_NETWORKS), clients: CLIENTS_OF_RENTED },
  ];

  /**
   * Google's front end appends the connecting address to `x-forwarded-for`; everything before this last hop
   * can be forged. Behind Hosting the last hop is Google's, and the CDN overwrites `fastly-client-ip` with
   * the visitor's address. But Hosting signs nothing, and a script in Google's networks can call the function
   * itself. A claimed address is therefore counted per last hop, so that forging it uses up nobody else's
   * searches, and all clients behind one hop share a limit.
   */
  return function clientOf({ headers, socket }) {
    const hop = parse(lastHop(headers['x-forwarded-for'])) ?? parse(socket.remoteAddress);
    if (hop === null) return { address: 'unknown', relay: null };
    const visitor = parse(headers['fastly-client-ip']);
    if (visitor !== null && includes(trusted, hop)) return { address: group(visitor), relay: null };
    const relay = relays.find(({ networks }) => includes(networks, hop));
    if (visitor !== null && relay !== undefined) {
      const address = group(hop);
      return {
        address: `${group(visitor)} by ${address}`,
        relay: { address, clients: relay.clients },
      };
    }
    return { address: group(hop), relay: null };
  };
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
