import * as z from 'zod';
import type { Connection } from './sqlite-database.ts';
import { DamagedCatalogueError } from './sqlite-errors.ts';
import { SEARCH_INDEXES } from './text-indexes.ts';

const findings = z.array(z.tuple([z.string()]));

/**
 * Throws an error that `isDamaged` recognizes if the database is corrupt: a refresh with few writes
 * would not notice. Takes about 3 s for 100 000 episodes.
 */
export function checkIntegrity(connection: Connection): void {
  const [[found] = ['']] = findings.parse(connection.prepare('PRAGMA quick_check(1)').raw().all());
  if (found !== 'ok') throw new DamagedCatalogueError(found);
  // `quick_check` does not look into the FTS5 indexes.
  for (const index of SEARCH_INDEXES)
    connection.exec(`INSERT INTO ${index} (${index}) VALUES ('integrity-check')`);
}
