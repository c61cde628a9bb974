import { shownAddress } from '../../functions/src/catalogue/engines/postgres/server/postgres-address.ts';
import { stripVTControlCharacters } from 'node:util';
import type { CatalogueReader } from '../../functions/src/catalogue/catalogue.ts';
import { openExistingCatalogue } from '../../functions/src/catalogue/file/open-catalogue.ts';
import type { Target } from '../instance/target.ts';
import { REPOSITORY, shownPath } from '../processes/repository.ts';

export function catalogueText(target: Target, url: string): string {
  const whose = target.kind === 'deployed' ? ` of the deployed project ${target.project}` : '';
  return `Acts on the catalogue ${shownCatalogue(url)}${whose}.`;
}

/** Removes the user and password from a server's URL. Makes the path of a file relative to the repository. */
export function shownCatalogue(url: string): string {
  if (/^postgres(ql)?:/i.test(url)) return shownAddress(url);
  const prefix = `file:${REPOSITORY}/`;
  return url.startsWith(prefix) ? shownPath(url.slice('file:'.length)) : url;
}

/** Throws if the catalogue does not exist. */
export async function readCatalogue<T>(
  url: string,
  read: (catalogue: CatalogueReader) => Promise<T>,
): Promise<T> {
  const catalogue = await openExistingCatalogue(url);
  try {
    await catalogue.ready();
    return await read(catalogue);
  } finally {
    await catalogue.close();
  }
}

/** Makes a feed's text safe for a terminal: one line without control characters. */
export function plain(text: string): string {
  return stripVTControlCharacters(text).replace(/\s+/g, ' ').trim();
}
