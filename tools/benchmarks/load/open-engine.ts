import { statSync } from 'node:fs';
import path from 'node:path';
import type { WritableCatalogue } from '../../../functions/src/catalogue/catalogue.ts';
import { openWritablePostgres } from '../../../functions/src/catalogue/engines/postgres/writable-postgres.ts';
import { openSqliteFile } from '../../../functions/src/catalogue/engines/sqlite/open-sqlite-file.ts';
import { writableSqliteCatalogue } from '../../../functions/src/catalogue/engines/sqlite/writable-sqlite.ts';
import {
  connectTo,
  startPostgres,
} from '../../../functions/src/catalogue/testing/test-postgres.ts';

export interface Engine {
  /** The catalogue's URL in the format of `CATALOGUE_URL`. */
  url: string;
  catalogue: WritableCatalogue;
  close: () => Promise<void>;
  /** Runs VACUUM and CHECKPOINT, which a server runs by itself after loading. Returns the size in bytes. */
  settle: () => Promise<number>;
}

/** Opens an empty SQLite catalogue ('sqlite'), or one on a local server with 1 GB of shared buffers ('postgres'). */
export async function openEngine(engine: string, folder: string): Promise<Engine> {
  if (engine === 'sqlite') {
    const url = `file:${folder}/catalogue.db`;
    const catalogue = writableSqliteCatalogue(openSqliteFile(url));
    return {
      url,
      catalogue,
      close: () => catalogue.close(),
      settle: () => Promise.resolve(statSync(path.join(folder, 'catalogue.db')).size),
    };
  }
  const settings = { shared_buffers: '1GB', max_wal_size: '4GB', fsync: 'on' };
  const server = await startPostgres(settings, folder);
  const catalogue = openWritablePostgres(server.url(), { password: undefined });
  return {
    url: server.url(),
    catalogue,
    settle: async () => {
      const client = await connectTo(server.url());
      await client.query('VACUUM ANALYZE');
      await client.query('CHECKPOINT');
      const { rows } = await client.query<{ bytes: string }>(
        'SELECT pg_database_size(current_database()) AS bytes',
      );
      await client.end();
      return Number(rows[0]?.bytes);
    },
    close: async () => {
      await catalogue.close();
      await server.kill();
    },
  };
}
