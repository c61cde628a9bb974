/** Null unless the text is an absolute http(s) URL, because a link to `javascript:` would run code. */
export function webUrl(written: unknown): URL | null {
  if (typeof written !== 'string') return null;
  try {
    const url = new URL(written);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
  } catch {
    return null;
  }
}

export function webAddress(written: unknown): string {
  return typeof written === 'string' && webUrl(written) !== null ? written : '';
}

/** Returns text with invalid encoding unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
