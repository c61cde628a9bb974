/** The address if it leads to the web, else null: `javascript:` and the like have no place in a mail. */
export function webAddress(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
