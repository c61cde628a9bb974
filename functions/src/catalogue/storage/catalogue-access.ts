import { config } from '../../platform/config.ts';
import type { PostgresAccess } from '../postgres/open-postgres.ts';
import type { StorageAccess } from './catalogue-bucket.ts';

/** What it takes to reach a catalogue that is not on this machine. */
export interface CatalogueAccess {
  storage: StorageAccess;
  postgres: PostgresAccess;
  /** An empty folder for copies of an object; a temporary one by default. */
  copiesFolder?: string | undefined;
}

/** As this process's settings say; a storage emulator is asked without credentials. */
export function catalogueAccess(): CatalogueAccess {
  const { storageOrigin, storageEmulated, cataloguePassword, catalogueReadUrl } = config();
  return {
    postgres: { password: cataloguePassword, readUrl: catalogueReadUrl },
    storage: {
      origin: storageOrigin,
      token: storageEmulated ? () => Promise.resolve(null) : accessToken,
    },
  };
}

async function accessToken(): Promise<string> {
  // Loaded where it is asked for: the thread that queries a file begins without Google's libraries.
  const { cloudAccessToken } = await import('../../platform/firebase-admin.ts');
  return cloudAccessToken();
}
