import type { IncomingMessage } from 'node:http';

/** Max file name on common file systems, in bytes. The hosting emulator looks up path segments as files. */
const MAX_SEGMENT_BYTES = 255;

/** Returns the HTTP status for a request whose path or `Host` would crash an emulator, otherwise null. */
export function refusalOfHead({
  url = '',
  headers: { host = '' },
}: Pick<IncomingMessage, 'url' | 'headers'>): 400 | 414 | null {
  // A path that begins with `//` or `/\` would be parsed as a host.
  if (!/^\/(?![/\\])/.test(url)) return 400;
  if (!URL.canParse(url, `http://${host}`)) return 400;
  if (new URL(`http://${host}`).host.toLowerCase() !== withoutPort80(host)) return 400;
  const path = decoded(url.split(/[?#]/, 1)[0] ?? '');
  if (path === null || path.includes('\0')) return 400;
  const isLong = path.split('/').some((segment) => Buffer.byteLength(segment) > MAX_SEGMENT_BYTES);
  return isLong ? 414 : null;
}

/** Drops port 80, as `URL` does, because it is the default port. */
function withoutPort80(host: string): string {
  return host.toLowerCase().replace(/:80$/, '');
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
