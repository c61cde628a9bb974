import { type Config, config } from '../../platform/config.ts';
import type { PostgresAccess } from '../engines/postgres/open-postgres.ts';
import type { StorageAccess } from './catalogue-bucket.ts';

export interface CatalogueAccess {
  storage: StorageAccess;
  postgres: PostgresAccess;
}

export function catalogueAccess(
  { STORAGE_EMULATOR_HOST, CATALOGUE_PASSWORD, CATALOGUE_READ_URL }: Config = config(),
): CatalogueAccess {
  const storage =
    STORAGE_EMULATOR_HOST === undefined
      ? { origin: 'https://storage.googleapis.com', token: accessToken }
      : { origin: STORAGE_EMULATOR_HOST, token: () => Promise.resolve(null) };
  return { storage, postgres: { password: CATALOGUE_PASSWORD, readUrl: CATALOGUE_READ_URL } };
}

async function accessToken(): Promise<string> {
  // Imported on demand, because a process with a file needs no Google libraries.
  const { cloudAccessToken } = await import('../../platform/firebase-admin.ts');
  return cloudAccessToken();
}
