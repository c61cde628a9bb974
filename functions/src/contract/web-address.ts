/**
 * The address if it is a whole one of http or https, else null. Nothing else is put behind a link:
 * `javascript:` and the like have no place there.
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

/** An address for a field of an episode: as it was written where {@link webUrl} takes it, else empty. */
export function webAddress(written: unknown): string {
  return typeof written === 'string' && webUrl(written) !== null ? written : '';
}
