import type { Catalogue } from './catalogue.ts';
import { openCatalogueFile } from './open-catalogue-file.ts';

export type { Catalogue } from './catalogue.ts';

/** How each scheme of a catalogue's address is opened. */
const OPENERS: Readonly<Record<string, (url: string) => Catalogue>> = {
  'file:': openCatalogueFile,
};

/**
 * Opens the catalogue at `url`, creating it where it does not exist. Today `file:` and a path,
 * absolute or relative to the working directory. Several processes may have one open and write to
 * it. A damaged or foreign file does not stop this call; every use then throws (see `Catalogue`).
 */
export function openCatalogue(url: string): Catalogue {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0].toLowerCase();
  const open = scheme === undefined ? undefined : OPENERS[scheme];
  if (open === undefined) {
    throw new Error(
      `The catalogue's address begins with "${scheme ?? url}"; it can begin with: ${Object.keys(OPENERS).join(', ')}`,
    );
  }
  return open(url);
}
