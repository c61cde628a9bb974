import type { WritableCatalogue } from '../catalogue.ts';
import { type CatalogueAccess, catalogueAccess } from './catalogue-access.ts';
import { catalogueKind } from './open-catalogue.ts';

/**
 * Does `work` on the catalogue at `url` and makes what it wrote everybody's. `work` may be called
 * again, on a newer catalogue, when another writer was faster: it must then look at the clock anew.
 * Answers with what the last call answered; rejects when it does, or when the result could not be
 * put in its place.
 */
export async function updateCatalogue<T>(
  url: string,
  work: (catalogue: WritableCatalogue) => Promise<T>,
  access: () => CatalogueAccess = catalogueAccess,
): Promise<T> {
  switch (catalogueKind(url)) {
    case 'file': {
      const { openWritableSqlite } = await import('../engines/sqlite/writable-sqlite.ts');
      return closing(openWritableSqlite(url), work);
    }
    case 'object': {
      const { updateCatalogueObject } = await import('./update-catalogue-object.ts');
      return updateCatalogueObject(url, access().storage, work);
    }
    case 'postgres': {
      const { openWritablePostgres } = await import('../engines/postgres/writable-postgres.ts');
      return closing(openWritablePostgres(url, access().postgres), work);
    }
  }
}

async function closing<T>(
  catalogue: WritableCatalogue,
  work: (catalogue: WritableCatalogue) => Promise<T>,
): Promise<T> {
  try {
    return await work(catalogue);
  } finally {
    await catalogue.close();
  }
}
