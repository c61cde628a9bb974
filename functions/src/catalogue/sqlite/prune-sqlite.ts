import * as z from 'zod';
import { linksOf, regroupLinked } from './copies/update-copies.ts';
import { inTransaction, prepared, type SqliteDatabase } from './sqlite-database.ts';
import { firstEpisodeId } from '../episode-id.ts';
import { RETENTION_MS } from '../retention.ts';

/** Episodes removed in one transaction, so that another process never waits long for its turn. */
const BATCH = 2000;
const OLDEST = 'SELECT id FROM episodes WHERE id < ? ORDER BY id LIMIT ?';
const REMOVE = 'DELETE FROM episodes WHERE id IN (SELECT value FROM json_each(?))';

const ids = z.array(z.tuple([z.number()]));

/** Removes what is older than the catalogue keeps; answers how many episodes that were. */
export function pruneSqlite(database: SqliteDatabase, now: number): number {
  const connection = database.connection();
  const oldestKept = firstEpisodeId(Math.max(0, now - RETENTION_MS));
  let removed = 0;
  for (;;) {
    const gone = inTransaction(connection, () => {
      const oldest = ids.parse(prepared(connection, OLDEST).raw().all(oldestKept, BATCH)).flat();
      const links = linksOf(connection, oldest);
      prepared(connection, REMOVE).run(JSON.stringify(oldest));
      regroupLinked(connection, links);
      return oldest.length;
    });
    if (gone === 0) return removed;
    removed += gone;
  }
}
