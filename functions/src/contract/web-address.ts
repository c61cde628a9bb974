/** The address if it is one of http or https, else empty: nothing else is put behind a link. */
export function webAddress(value: unknown): string {
  if (typeof value !== 'string') return '';
  try {
    return /^https?:$/.test(new URL(value).protocol) ? value : '';
  } catch {
    return '';
  }
}
