/** Null unless absolute and http(s): a link to `javascript:` would run code. */
export function webUrl(written: unknown): URL | null {
  if (typeof written !== 'string') return null;
  try {
    const url = new URL(written);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
  } catch {
    return null;
  }
}

/** Empty unless {@link webUrl} accepts the address. */
export function webAddress(written: unknown): string {
  return typeof written === 'string' && webUrl(written) !== null ? written : '';
}

/** The text itself if it is wrongly encoded. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
