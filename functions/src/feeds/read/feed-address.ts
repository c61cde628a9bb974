import { webUrl } from '../../contract/index.ts';
import { isLoopbackHost, isPublicHost } from '../fetch/public-host.ts';

/** Longer addresses are dropped; browsers and proxies begin to refuse them at about this length. */
const MAX_ADDRESS_LENGTH = 2048;

const RELATIVE = /^(?:\.{0,2}\/|\?)/;
const SCHEMELESS_HOST = /^www\./i;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;
const HOST = /^(?:[a-z\d-]+\.)+[a-z]{2,}$/i;
/** What a name without a folder ends in, if it is that of a file. */
const FILE_ENDING =
  /\.(?:aac|flac|gif|html?|jpe?g|json|m3u8|m4[abv]|mov|mp[34]|mpe?g|og[ag]|opus|php|png|srt|txt|vtt|wav|web[amp]|xml)$/i;
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
 * that begin with `/`, `./`, `../` or `?` are resolved against `base`, or else against the feed's own address;
 * a bare file (`audio/1.mp3`) against that alone. One that begins with `www.` gets https.
 */
export function linkAddress(
  written: string | undefined,
  base: string | null,
  feedUrl: string | null = null,
): string | null {
  const url = webUrl(wholeAddress(written?.trim() ?? '', base, feedUrl));
  if (url === null) return null;
  url.username = '';
  url.password = '';
  return url.href.length > MAX_ADDRESS_LENGTH ? null : url.href;
}

function wholeAddress(written: string, base: string | null, feedUrl: string | null): string | null {
  if (SCHEMELESS_HOST.test(written)) return `https://${written}`;
  if (RELATIVE.test(written)) return resolved(written, base ?? feedUrl);
  return isBareFile(written) ? resolved(written, feedUrl) : written;
}

function resolved(written: string, base: string | null): string | null {
  return base !== null && URL.canParse(written, base) ? new URL(written, base).href : null;
}

/** Whether this is a file's place and nothing else: no host without its scheme, no words like "n/a". */
export function isBareFile(written: string): boolean {
  const [path = ''] = written.split(/[?#]/, 1);
  const [folder = '', ...inside] = path.split('/');
  if (/\s/.test(path) || SCHEME.test(path) || folder === '' || /^n\/a$/i.test(path)) return false;
  return inside.length === 0 ? FILE_ENDING.test(folder) : !HOST.test(folder);
}

/**
 * A picture's address as {@link linkAddress} returns it, but always https, except on this machine
 * itself. Null for a host in a private network: no reader's browser should be sent there.
 */
export function imageAddress(
  written: string | undefined,
  base: string | null,
  feedUrl: string | null = null,
): string | null {
  const address = linkAddress(written, base, feedUrl);
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
  feedUrl: string | null = null,
): string | null {
  for (const { url, type = '' } of attachments) {
    const address = linkAddress(url, base, feedUrl);
    if (address === null || OTHER_MEDIA_TYPE.test(type)) continue;
    if (PLAYABLE_TYPE.test(type) || PLAYABLE_ENDING.test(new URL(address).pathname)) return address;
  }
  return null;
}
