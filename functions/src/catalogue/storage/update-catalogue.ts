import type { CatalogueFile } from '../sqlite/sqlite-database.ts';
import { type CatalogueAccess, catalogueAccess } from './catalogue-access.ts';
import { catalogueKind } from './open-catalogue.ts';
import { openCatalogueFile } from '../sqlite/open-sqlite-file.ts';
import { updateCatalogueObject } from './update-catalogue-object.ts';

/**
 * Does `work` on the catalogue at `url` and makes what it wrote everybody's. `work` may be called
 * again, on a newer catalogue, when another writer was faster: it must then look at the clock anew.
 * Answers with what the last call answered; rejects when it does, or when the result could not be
 * put in its place.
 */
export async function updateCatalogue<T>(
  url: string,
  work: (catalogue: CatalogueFile) => Promise<T>,
  access: () => CatalogueAccess = catalogueAccess,
): Promise<T> {
  switch (catalogueKind(url)) {
    case 'file':
      return closing(openCatalogueFile(url), work);
    case 'object':
      return updateCatalogueObject(url, access().storage, work);
  }
}

async function closing<T>(
  catalogue: CatalogueFile,
  work: (catalogue: CatalogueFile) => Promise<T>,
): Promise<T> {
  try {
    return await work(catalogue);
  } finally {
    catalogue.close();
  }
}
