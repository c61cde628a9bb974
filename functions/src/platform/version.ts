/** The product's version, as in package.json, which functions do not carry. */
export const VERSION = '1.1.0';

/** The name by which feeds' and channels' servers know the product, with what it came for. */
export function userAgent(purpose: string): string {
  return `Earshot/${VERSION} (${purpose})`;
}
