import { prepared, type SqliteDatabase } from './sqlite-database.ts';
import { firstEpisodeId } from '../episode-id.ts';
import { RETENTION_MS } from '../retention.ts';

/** Episodes removed in one transaction, so that another process never waits long for its turn. */
const BATCH = 2000;
const REMOVE_OLDEST = `
  DELETE FROM episodes WHERE id IN (SELECT id FROM episodes WHERE id < ? ORDER BY id LIMIT ?)`;

/** Removes what is older than the catalogue keeps; answers how many episodes that were. */
export function pruneSqlite(database: SqliteDatabase, now: number): number {
  const connection = database.connection();
  const oldestKept = firstEpisodeId(Math.max(0, now - RETENTION_MS));
  let removed = 0;
  let changes: number;
  do {
    changes = prepared(connection, REMOVE_OLDEST).run(oldestKept, BATCH).changes;
    removed += changes;
  } while (changes > 0);
  return removed;
}
