import { isLoopbackHost, isPublicHost } from '../../feeds/fetch/public-host.ts';
import { isServicePort, SERVICE_PORT_SENTENCE } from '../../feeds/fetch/service-ports.ts';
import { CHANNEL_DRIVERS, type PostedKind } from './drivers/channel-drivers.ts';

/** Does not resolve the host name. Each send does so, because a name can later point into a private network. */
export function channelAddress(
  kind: PostedKind,
  written: string,
  { allowLoopback }: { allowLoopback: boolean },
): { url: string; host: string } | { refused: string } {
  const { accepts, expected } = CHANNEL_DRIVERS[kind];
  const trimmed = written.trim();
  if (!URL.canParse(trimmed)) return { refused: expected };
  const url = new URL(trimmed);
  url.hash = '';
  if (url.username !== '' || url.password !== '') {
    return { refused: 'The address must not contain a user name or a password.' };
  }
  // Under the emulators, a local server can receive the messages of any service.
  const isLocal = allowLoopback && isLoopbackHost(url) && /^https?:$/.test(url.protocol);
  if (!isLocal && url.protocol !== 'https:') {
    return { refused: 'The address must begin with https://.' };
  }
  if (!isLocal && !isPublicHost(url)) {
    return { refused: 'This address is not on the public internet.' };
  }
  if (isServicePort(url.port)) return { refused: SERVICE_PORT_SENTENCE };
  if (!accepts(url) && !(isLocal && kind !== 'ntfy')) return { refused: expected };
  return { url: url.href, host: url.host };
}
