import { webUrl } from '../../../contract/index.ts';

/** Null for an address that is not http(s) or too long. */
export function shownAddress(address: string, maxLength: number): string | null {
  const url = webUrl(address)?.href;
  return url !== undefined && url.length <= maxLength ? url : null;
}
