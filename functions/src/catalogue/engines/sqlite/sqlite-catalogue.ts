import {
  type Catalogue,
  type CatalogueContents,
  catalogueContents,
  type CatalogueReader,
  spokenShow,
} from '../../catalogue.ts';
import { episode } from '../../answers/one-episode.ts';
import { episodePage } from '../../answers/episode-page.ts';
import { publicShows, show } from '../../answers/show-page.ts';
import { speech } from '../../answers/speech.ts';
import { settled, type SqliteDatabase } from './sqlite-database.ts';
import { querySqlite } from './search/sqlite-query.ts';
import { sqliteTextsWith } from './search/texts-with.ts';
import type { SpokenShow } from '../../../contract/index.ts';
import { isForFollowers } from '../../answers/visibility.ts';
import { row, rows, type Work } from '../../schema/work.ts';
import { IS_SCHEDULED } from '../../queue/feed-queue.ts';
import { topicCounts } from '../../store/topic-counts.ts';
import { readInSqlite, readNow } from './sqlite-store.ts';

/** Counts rows of FTS5's `_docsize` table, because transcripts are slow to read. */
const SHOWS = `
  WITH spoken AS (
    SELECT feed_id, count(*) AS said, max(episodes.id) AS newest
    FROM spoken_fts_docsize AS texts CROSS JOIN episodes ON episodes.id = texts.id
    WHERE NOT ${isForFollowers('feed_id')} GROUP BY feed_id
  )
  SELECT (SELECT podcast FROM episodes WHERE id = newest) AS podcast,
    (SELECT count(*) FROM episodes WHERE episodes.feed_id = spoken.feed_id) AS episodes,
    said AS spoken
  FROM spoken ORDER BY said DESC, 1 LIMIT $1`;

function spokenShows(limit: number): Work<SpokenShow[]> {
  return rows(spokenShow, SHOWS, limit);
}

const HIDDEN_EPISODES = `feeds CROSS JOIN episodes ON state = 'followers' AND feed_id = feeds.id`;

const CONTENTS = `
  SELECT
    (SELECT count(*) FROM episodes) - (SELECT count(*) FROM ${HIDDEN_EPISODES}) AS episodes,
    (SELECT count(*) FROM feeds
     WHERE state <> 'followers' AND EXISTS (SELECT 1 FROM episodes WHERE feed_id = feeds.id)) AS podcasts,
    (SELECT count(*) FROM spoken_fts_docsize) - (
      SELECT count(*) FROM ${HIDDEN_EPISODES} CROSS JOIN spoken_fts_docsize AS texts ON texts.id = episodes.id
    ) AS spoken,
    (SELECT finished_at_ms FROM refreshes) AS refreshed_at_ms,
    (SELECT min(next_fetch_at_ms) FROM feeds WHERE ${IS_SCHEDULED}) AS next_fetch_at_ms`;

/** Takes about 1 ms for 100 000 episodes. */
export function sqliteContents(database: SqliteDatabase): CatalogueContents {
  return readNow(database, () => row(catalogueContents, CONTENTS));
}

export function sqliteCatalogue(database: SqliteDatabase, tryMs?: number): Catalogue {
  return {
    ready: () => database.ready(),
    query: (query, signal) => querySqlite(database, query, { signal, tryMs }),
    textsWith: (query, signal) => sqliteTextsWith(database, query, signal),
    contents: () => settled(() => sqliteContents(database)),
    spokenShows: (limit) => readInSqlite(database, () => spokenShows(limit)),
    speech: (lookup) => readInSqlite(database, () => speech(lookup)),
    episode: (lookup) => readInSqlite(database, () => episode(lookup)),
    episodePage: (lookup) => readInSqlite(database, () => episodePage(lookup)),
    show: (lookup) => readInSqlite(database, () => show(lookup)),
    publicShows: (limit) => readInSqlite(database, () => publicShows(limit)),
    topicCounts: () => readInSqlite(database, () => topicCounts()),
    checkedAtMs: () => database.checkedAtMs(),
    close: () => settled(() => database.close()),
  };
}

export function sqliteReader(database: SqliteDatabase, tryMs?: number): CatalogueReader {
  return { ...sqliteCatalogue(database, tryMs), read: (work) => readInSqlite(database, work) };
}
