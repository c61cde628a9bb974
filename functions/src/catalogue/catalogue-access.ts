import { config } from '../platform/config.ts';
import { cloudAccessToken } from '../platform/firebase-admin.ts';
import type { StorageAccess } from './catalogue-object.ts';

/** What it takes to reach a catalogue that is not on this machine. */
export interface CatalogueAccess {
  storage: StorageAccess;
  /** The token of a libSQL server, where it wants one. */
  serverToken: string | undefined;
}

/** As this process's settings say; a storage emulator is asked without credentials. */
export function catalogueAccess(): CatalogueAccess {
  const { storageOrigin, storageEmulated, catalogueToken } = config();
  return {
    storage: {
      origin: storageOrigin,
      token: storageEmulated ? () => Promise.resolve(null) : cloudAccessToken,
    },
    serverToken: catalogueToken,
  };
}
