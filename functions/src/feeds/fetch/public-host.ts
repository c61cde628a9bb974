import type { FeedReading } from '../feed-model.ts';
import { isPublicAddress } from './public-address.ts';

/** Names that are looked up in the reader's own network (RFC 6761, 6762, 8375, and what routers use). */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|lan|home|intranet|home\.arpa)$/;

/**
 * Whether an address can be on the public internet, as far as it tells by itself: a name with a dot
 * that is not for local networks, or a public IP address. No name is looked up.
 */
export function isPublicHost({ hostname }: URL): boolean {
  const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  // A URL writes every form of an IPv4 address as four numbers.
  if (name.includes(':') || /^\d+(?:\.\d+){3}$/.test(name)) return isPublicAddress(name);
  return name.includes('.') && !LOCAL_NAME.test(name);
}

/** Whether a picture's address is one on a public host; null has none. */
export function isPublicImage(address: string | null): boolean {
  return address !== null && URL.canParse(address) && isPublicHost(new URL(address));
}

/** What was read of a feed, without pictures on other than public hosts. */
export function withPublicImages(reading: FeedReading): FeedReading {
  if (reading.kind === 'refused') return reading;
  const checked = <P extends { image: string | null }>(pictured: P): P =>
    isPublicImage(pictured.image) ? pictured : { ...pictured, image: null };
  return { ...reading, show: checked(reading.show), items: reading.items.map(checked) };
}
