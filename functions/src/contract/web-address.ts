/** Null if the text is not an absolute http(s) URL: a link to `javascript:` would run code. */
export function webUrl(written: unknown): URL | null {
  if (typeof written !== 'string') return null;
  try {
    const url = new URL(written);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
  } catch {
    return null;
  }
}

/** The address itself if {@link webUrl} accepts it, else ''. */
export function webAddress(written: unknown): string {
  return typeof written === 'string' && webUrl(written) !== null ? written : '';
}

/** Decodes percent-encoding; returns a text with invalid encoding unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
