import type { FeedReading } from '../feed-model.ts';
import ipaddr from 'ipaddr.js';

/** Contains every public IPv6 address, but not addresses such as `::127.0.0.1`. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** False for host names, special ranges, and IPv6 addresses that embed IPv4 (mapped, NAT64, 6to4, Teredo). */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

export function isLoopbackHost({ hostname }: URL): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

export function localHosts(emulated: boolean): (hop: URL) => boolean {
  return (hop) => emulated && isLoopbackHost(hop);
}

/** Host names in local networks: RFC 6761, 6762 and 8375, and defaults of routers. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|lan|home|intranet|home\.arpa)$/;

/** Judges the host name without a DNS lookup. */
export function isPublicHost({ hostname }: URL): boolean {
  const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  // `URL` normalizes every notation of IPv4 to four decimal numbers.
  if (name.includes(':') || /^\d+(?:\.\d+){3}$/.test(name)) return isPublicAddress(name);
  return name.includes('.') && !LOCAL_NAME.test(name);
}

export function isPublicImage(address: string | null): boolean {
  return address !== null && URL.canParse(address) && isPublicHost(new URL(address));
}

export function withPublicImages(reading: FeedReading): FeedReading {
  if (reading.kind === 'refused') return reading;
  const checked = <P extends { image: string | null }>(pictured: P): P =>
    isPublicImage(pictured.image) ? pictured : { ...pictured, image: null };
  return { ...reading, show: checked(reading.show), items: reading.items.map(checked) };
}
