/** The address if it is one of http or https, else empty: nothing else is put behind a link. */
export function webAddress(value: string | null | undefined): string {
  if (!value || !URL.canParse(value)) return '';
  return /^https?:$/.test(new URL(value).protocol) ? value : '';
}
