/** The first 20 hexadecimal digits of the SHA-256 of the feed's address. */
export const SHOW_ID = /^[0-9a-f]{20}$/;

/** The path of a show's page. In a file of its own, as most pages lead to shows, and few read one. */
export function showPath(id: string): string {
  return `/show/${id}`;
}
