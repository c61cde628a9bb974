import * as z from 'zod';
import { type Catalogue, prepared, reading } from './sqlite-database.ts';

export interface CatalogueContents {
  episodes: number;
  /** Feeds with at least one episode. */
  podcasts: number;
  /** When the last refresh ended, epoch milliseconds; null before the first. */
  refreshedAtMs: number | null;
}

const CONTENTS = `
  SELECT
    (SELECT count(*) FROM episodes),
    (SELECT count(*) FROM feeds WHERE EXISTS (SELECT 1 FROM episodes WHERE feed_id = feeds.id)),
    (SELECT finished_at_ms FROM refreshes)`;

const contents = z.tuple([z.tuple([z.number(), z.number(), z.number().nullable()])]);

/** What the catalogue holds now; about a millisecond for 100 000 episodes. */
export function catalogueContents(catalogue: Catalogue): CatalogueContents {
  return reading(catalogue, (connection) => {
    const [[episodes, podcasts, refreshedAtMs]] = contents.parse(
      prepared(connection, CONTENTS).raw().all(),
    );
    return { episodes, podcasts, refreshedAtMs };
  });
}
