import { webUrl } from '../../contract/index.ts';
import { isLoopbackHost } from '../fetch/loopback-host.ts';
import { isPublicHost } from '../fetch/public-host.ts';

/** Longer addresses are dropped; browsers and proxies begin to refuse them at about this length. */
const MAX_ADDRESS_LENGTH = 2048;

const RELATIVE = /^(?:\.{0,2}\/|\?)/;
const SCHEMELESS_HOST = /^www\./i;
const PLAYABLE_ENDING =
  /\.(?:aac|flac|m3u8|m4a|m4b|m4v|mov|mp3|mp4|mpe?g|oga|ogg|opus|wav|weba|webm)$/i;
const PLAYABLE_TYPE = /^\s*(?:audio|video)\//i;
const OTHER_MEDIA_TYPE = /^\s*(?:image|text)\//i;

/** A file a feed attaches to an item. */
export interface Attachment {
  url: string | undefined;
  type: string | undefined;
}

/**
 * An address from a feed as an absolute http(s) address without credentials, or null. Addresses
 * that begin with `/`, `./`, `../` or `?` are resolved against `base`, if there is one; one that
 * begins with `www.` gets https.
 */
export function linkAddress(written: string | undefined, base: string | null): string | null {
  const url = webUrl(wholeAddress(written?.trim() ?? '', base));
  if (url === null) return null;
  url.username = '';
  url.password = '';
  return url.href.length > MAX_ADDRESS_LENGTH ? null : url.href;
}

function wholeAddress(written: string, base: string | null): string | null {
  if (SCHEMELESS_HOST.test(written)) return `https://${written}`;
  if (!RELATIVE.test(written)) return written;
  return base !== null && URL.canParse(written, base) ? new URL(written, base).href : null;
}

/**
 * A picture's address as {@link linkAddress} returns it, but always https, except on this machine
 * itself. Null for a host in a private network: no reader's browser should be sent there.
 */
export function imageAddress(written: string | undefined, base: string | null): string | null {
  const address = linkAddress(written, base);
  if (address === null) return null;
  const url = new URL(address);
  if (isLoopbackHost(url)) return url.href;
  if (!isPublicHost(url)) return null;
  url.protocol = 'https:';
  return url.href;
}

/** The address of the first attachment that is audio or video: by its type, else by its file's ending. */
export function audioAddress(
  attachments: readonly Attachment[],
  base: string | null,
): string | null {
  for (const { url, type = '' } of attachments) {
    const address = linkAddress(url, base);
    if (address === null || OTHER_MEDIA_TYPE.test(type)) continue;
    if (PLAYABLE_TYPE.test(type) || PLAYABLE_ENDING.test(new URL(address).pathname)) return address;
  }
  return null;
}
