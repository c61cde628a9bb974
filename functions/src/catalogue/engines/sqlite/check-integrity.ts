import * as z from 'zod';
import { type Connection, DamagedCatalogueError } from './sqlite-database.ts';
import { SEARCH_INDEXES } from './text-indexes.ts';

const findings = z.array(z.tuple([z.string()]));

/**
 * Reads the whole database through and throws, so that `isDamaged` knows it, when a part of it is
 * broken: a refresh that has little to write would not come across it, and searches would go on
 * failing. Takes about three seconds for 100 000 episodes.
 */
export function checkIntegrity(connection: Connection): void {
  const [[found] = ['']] = findings.parse(connection.prepare('PRAGMA quick_check(1)').raw().all());
  if (found !== 'ok') throw new DamagedCatalogueError(found);
  // The indexes check themselves; SQLite sees in them but bytes.
  for (const index of SEARCH_INDEXES)
    connection.exec(`INSERT INTO ${index} (${index}) VALUES ('integrity-check')`);
}
