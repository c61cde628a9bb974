import ipaddr from 'ipaddr.js';

/** The part of IPv6 that is assigned to the public; `::127.0.0.1` and the like lie outside. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to the public internet. False for loopback, private, link-local,
 * unique local, shared, multicast, documentation and reserved ranges, for every form of IPv6 that
 * carries an IPv4 address (mapped, NAT64, 6to4, Teredo), and for text that is not an IP address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}
