import type { IncomingMessage } from 'node:http';

/** Longest segment of a path: no file system has longer names, and the hosting emulator looks for a file. */
const MAX_SEGMENT_BYTES = 255;

/**
 * The status to refuse a request with whose head the emulators cannot read: some of them throw at it,
 * where nobody catches it. Null for any other request.
 */
export function refusalOfHead({
  url = '',
  headers: { host = '' },
}: Pick<IncomingMessage, 'url' | 'headers'>): 400 | 414 | null {
  // One slash begins a path; two, or a slash and a backslash, a host.
  if (!/^\/(?![/\\])/.test(url)) return 400;
  if (!URL.canParse(url, `http://${host}`)) return 400;
  if (new URL(`http://${host}`).host.toLowerCase() !== withoutPort80(host)) return 400;
  const path = decoded(url.split(/[?#]/, 1)[0] ?? '');
  if (path === null || path.includes('\0')) return 400;
  const isLong = path.split('/').some((segment) => Buffer.byteLength(segment) > MAX_SEGMENT_BYTES);
  return isLong ? 414 : null;
}

/** A `Host` as `URL` writes it. */
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
