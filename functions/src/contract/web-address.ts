/**
 * The address, parsed, if it is an absolute http(s) one, else null. Nothing else may become a link:
 * `javascript:` and the like would run code.
 */
export function webUrl(written: unknown): URL | null {
  if (typeof written !== 'string') return null;
  try {
    const url = new URL(written);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
  } catch {
    return null;
  }
}

/**
 * An address as a field of an episode holds it: unchanged where {@link webUrl} accepts it, else
 * empty.
 */
export function webAddress(written: unknown): string {
  return typeof written === 'string' && webUrl(written) !== null ? written : '';
}
