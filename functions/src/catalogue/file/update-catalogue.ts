import type { WritableCatalogue } from '../catalogue.ts';
import { type CatalogueAccess, catalogueAccess } from './catalogue-access.ts';
import { catalogueKind } from './open-catalogue.ts';

/**
 * Runs `work` on the catalogue and publishes the result. If another writer is faster, `work` runs again on the newer
 * catalogue, and must read the clock again. Resolves with the last result of `work`; rejects if `work` rejects or the
 * result cannot be stored. If `isWorthStoring` returns false, an existing object stays unchanged.
 */
export async function updateCatalogue<T>(
  url: string,
  work: (catalogue: WritableCatalogue) => Promise<T>,
  {
    access = catalogueAccess,
    isWorthStoring = () => true,
  }: { access?: () => CatalogueAccess; isWorthStoring?: (result: T) => boolean } = {},
): Promise<T> {
  switch (catalogueKind(url)) {
    case 'file': {
      const { openWritableSqlite } = await import('../engines/sqlite/writable-sqlite.ts');
      return closing(openWritableSqlite(url), work);
    }
    case 'object': {
      const { updateCatalogueObject } = await import('./update-catalogue-object.ts');
      return updateCatalogueObject(url, access().storage, work, { isWorthStoring });
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
