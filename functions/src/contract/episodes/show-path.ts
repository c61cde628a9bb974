/** First 20 hexadecimal digits of the SHA-256 of the feed's address. */
export const SHOW_ID = /^[0-9a-f]{20}$/;

/** In a file of its own, because most pages link to shows but few load the code that reads them. */
export function showPath(id: string): string {
  return `/show/${id}`;
}
