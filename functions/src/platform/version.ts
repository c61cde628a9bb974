/** Equal to the version in package.json, which is not deployed. */
export const VERSION = '1.2.0';

/** `User-Agent` of requests to feeds and channels. */
export function userAgent(purpose: string): string {
  return `Earshot/${VERSION} (${purpose})`;
}
