import { isLoopbackHost, isPublicHost } from '../../feeds/fetch/public-host.ts';
import { isServicePort, SERVICE_PORT_SENTENCE } from '../../feeds/fetch/service-ports.ts';
import { CHANNEL_DRIVERS, type PostedKind } from './drivers/channel-drivers.ts';

/**
 * The address that a channel's messages are posted to, or a sentence for the person if it is not allowed.
 * Host names are resolved only when a message is sent, because a name may point into a private network later.
 */
export function channelAddress(
  kind: PostedKind,
  written: string,
  { allowLoopback }: { allowLoopback: boolean },
): { url: string; host: string } | { refused: string } {
  const { takes, expected } = CHANNEL_DRIVERS[kind];
  const trimmed = written.trim();
  if (!URL.canParse(trimmed)) return { refused: expected };
  const url = new URL(trimmed);
  url.hash = '';
  if (url.username !== '' || url.password !== '') {
    return { refused: 'The address must not contain a user name or a password.' };
  }
  // Under the emulators, a receiver on this machine may stand for any service.
  const isLocal = allowLoopback && isLoopbackHost(url) && /^https?:$/.test(url.protocol);
  if (!isLocal && url.protocol !== 'https:') {
    return { refused: 'The address must begin with https://.' };
  }
  if (!isLocal && !isPublicHost(url)) {
    return { refused: 'This address is not on the public internet.' };
  }
  if (isServicePort(url.port)) return { refused: SERVICE_PORT_SENTENCE };
  if (!takes(url) && !(isLocal && kind !== 'ntfy')) return { refused: expected };
  return { url: url.href, host: url.host };
}
