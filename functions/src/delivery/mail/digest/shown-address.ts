import { webUrl } from '../../../contract/index.ts';

export function shownAddress(address: string, maxLength: number): string | null {
  const url = webUrl(address)?.href;
  return url !== undefined && url.length <= maxLength ? url : null;
}
