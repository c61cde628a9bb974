import * as z from 'zod';
import type { CatalogueContents } from '../../catalogue.ts';
import { prepared, reading, type SqliteDatabase } from './sqlite-database.ts';

/** FTS5 keeps a small row for each text: the transcripts themselves take long to count. */
const CONTENTS = `
  SELECT
    (SELECT count(*) FROM episodes),
    (SELECT count(*) FROM feeds WHERE EXISTS (SELECT 1 FROM episodes WHERE feed_id = feeds.id)),
    (SELECT count(*) FROM spoken_fts_docsize),
    (SELECT finished_at_ms FROM refreshes)`;

const contents = z.tuple([z.tuple([z.number(), z.number(), z.number(), z.number().nullable()])]);

/** What the catalogue holds now; about a millisecond for 100 000 episodes. */
export function sqliteContents(database: SqliteDatabase): CatalogueContents {
  return reading(database, (connection) => {
    const [[episodes, podcasts, spoken, refreshedAtMs]] = contents.parse(
      prepared(connection, CONTENTS).raw().all(),
    );
    return { episodes, podcasts, spoken, refreshedAtMs };
  });
}
