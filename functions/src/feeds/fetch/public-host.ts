import type { FeedReading } from '../feed-model.ts';
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

/** Whether an address names this machine itself: localhost or a literal loopback address. */
export function isLoopbackHost({ hostname }: URL): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** Names that are looked up in the reader's own network (RFC 6761, 6762, 8375, and what routers use). */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|lan|home|intranet|home\.arpa)$/;

/**
 * Whether an address can be on the public internet, judged without looking its name up: a name with
 * a dot that is not reserved for local networks, or a public IP address.
 */
export function isPublicHost({ hostname }: URL): boolean {
  const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  // `URL` normalizes every form of an IPv4 address to four numbers.
  if (name.includes(':') || /^\d+(?:\.\d+){3}$/.test(name)) return isPublicAddress(name);
  return name.includes('.') && !LOCAL_NAME.test(name);
}

/** Whether a picture's address is on a public host; false for null. */
export function isPublicImage(address: string | null): boolean {
  return address !== null && URL.canParse(address) && isPublicHost(new URL(address));
}

/** A feed without those pictures whose hosts are not public. */
export function withPublicImages(reading: FeedReading): FeedReading {
  if (reading.kind === 'refused') return reading;
  const checked = <P extends { image: string | null }>(pictured: P): P =>
    isPublicImage(pictured.image) ? pictured : { ...pictured, image: null };
  return { ...reading, show: checked(reading.show), items: reading.items.map(checked) };
}
