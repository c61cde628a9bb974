/** First 20 hexadecimal digits of the SHA-256 of the feed's address. */
export const SHOW_ID = /^[0-9a-f]{20}$/;

/** In a file of its own: most pages link to shows, few load the code that reads a show. */
export function showPath(id: string): string {
  return `/show/${id}`;
}
