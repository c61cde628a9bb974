import { webUrl } from '../../contract/index.ts';
import { isLoopbackHost, isPublicHost } from '../fetch/public-host.ts';

/** Browsers and proxies reject longer URLs. */
const MAX_ADDRESS_LENGTH = 2048;

/** Matches an ampersand that was escaped again. No address means `amp;` by it. */
const ESCAPED_AMPERSAND = /&(?:(?:amp|#0*38|#x0*26);)+/gi;
const RELATIVE = /^(?:\.{0,2}\/|\?)/;
const SCHEMELESS_HOST = /^www\./i;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;
const HOST = /^(?:[a-z\d-]+\.)+[a-z]{2,}$/i;
/** Matches the ending of a file such as `audio.mp3`, which could be taken for a host name. */
const FILE_ENDING =
  /\.(?:aac|flac|gif|html?|jpe?g|json|m3u8|m4[abv]|mov|mp[34]|mpe?g|og[ag]|opus|php|png|srt|txt|vtt|wav|web[amp]|xml)$/i;
const PLAYABLE_ENDING =
  /\.(?:aac|flac|m3u8|m4a|m4b|m4v|mov|mp3|mp4|mpe?g|oga|ogg|opus|wav|weba|webm)$/i;
const PLAYABLE_TYPE =
  /^\s*(?:(?:audio|video)\/|application\/(?:ogg|mp4|x-mpegurl|vnd\.apple\.mpegurl)\b)/i;
const OTHER_MEDIA_TYPE = /^\s*(?:image|text)\//i;
const OTHER_ENDING =
  /\.(?:7z|apk|bmp|css|dmg|docx?|epub|exe|gif|gz|html?|ico|jpe?g|js|json|mobi|pdf|png|pptx?|rar|srt|svg|tiff?|torrent|txt|vtt|webp|xlsx?|xml|zip)$/i;
/** Matches media types that servers use for unknown files, and values that are not a media type. */
const ANY_TYPE =
  /^\s*(?:[^/]*|(?:application|binary)\/(?:octet-stream|binary|x?-?download|force-download))\s*$/i;

export interface Attachment {
  url: string | undefined;
  type: string | undefined;
  medium?: string | undefined;
  /** True for an RSS or Atom enclosure, which is audio unless its type or file extension says otherwise. */
  isEnclosure?: boolean;
}

/**
 * Returns an absolute http(s) URL without credentials. Addresses that begin with `/`, `./`, `../` or `?` are
 * relative to `base`, or to `feedUrl` if `base` is null. A bare file (`audio/1.mp3`) is relative to
 * `feedUrl`.
 */
export function linkAddress(
  written: string | undefined,
  base: string | null,
  feedUrl: string | null = null,
): string | null {
  const address = unescapedAddress(written?.trim() ?? '');
  // Most items have no image. `new URL('')` throws, which took a tenth of the time to read a feed.
  if (address === '') return null;
  const url = webUrl(wholeAddress(address, base, feedUrl));
  if (url === null) return null;
  url.username = '';
  url.password = '';
  return url.href.length > MAX_ADDRESS_LENGTH ? null : url.href;
}

export function unescapedAddress(written: string): string {
  return written.replace(ESCAPED_AMPERSAND, '&');
}

function wholeAddress(written: string, base: string | null, feedUrl: string | null): string | null {
  if (SCHEMELESS_HOST.test(written)) return `https://${written}`;
  if (RELATIVE.test(written)) return resolved(written, base ?? feedUrl);
  return isBareFile(written) ? resolved(written, feedUrl) : written;
}

function resolved(written: string, base: string | null): string | null {
  return base !== null && URL.canParse(written, base) ? new URL(written, base).href : null;
}

export function isBareFile(written: string): boolean {
  const [path = ''] = written.split(/[?#]/, 1);
  const [folder = '', ...inside] = path.split('/');
  if (/\s/.test(path) || SCHEME.test(path) || folder === '' || /^n\/a$/i.test(path)) return false;
  return inside.length === 0 ? FILE_ENDING.test(folder) : !HOST.test(folder);
}

/** Null for private hosts, which browsers must not request. */
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

/** An enclosure of unknown type and extension is used only if no attachment is known to be audio or video. */
export function audioAddress(
  attachments: readonly Attachment[],
  base: string | null,
  feedUrl: string | null = null,
): string | null {
  let possible: string | null = null;
  for (const { url, type = '', medium = '', isEnclosure = false } of attachments) {
    const address = linkAddress(url, base, feedUrl);
    if (address === null || OTHER_MEDIA_TYPE.test(type) || /^(?:image|document)$/i.test(medium)) {
      continue;
    }
    const { pathname } = new URL(address);
    const isPlayable = PLAYABLE_TYPE.test(type) || /^(?:audio|video)$/i.test(medium);
    if (isPlayable || PLAYABLE_ENDING.test(pathname)) return address;
    if (isEnclosure && ANY_TYPE.test(type) && !OTHER_ENDING.test(pathname)) possible ??= address;
  }
  return possible;
}

export function mayHaveAudio(attachments: readonly Attachment[]): boolean {
  return attachments.some(
    ({ type = '', isEnclosure = false }) => isEnclosure && !OTHER_MEDIA_TYPE.test(type),
  );
}
