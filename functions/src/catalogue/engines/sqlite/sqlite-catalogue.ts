import * as z from 'zod';
import type { Catalogue, CatalogueContents } from '../../catalogue.ts';
import type { EpisodePlace, SpeechPlace } from '../../answers/catalogue-query.ts';
import {
  episodesAround,
  keyOfItem,
  oneEpisode,
  oneEpisodeOf,
  aroundValues,
} from '../../answers/one-episode.ts';
import { SPEECH, speechOf, speechValues } from '../../answers/speech.ts';
import { SQLITE } from '../../sql/dialect.ts';
import { prepared, reading, settled, type SqliteDatabase } from './sqlite-database.ts';
import { querySqlite } from './search/sqlite-query.ts';
import { sqliteTextsWith } from './search/texts-with.ts';
import type { Episode, Sentence, SpokenShow } from '../../../contract/index.ts';
import { isForFollowers } from '../../answers/heard-by.ts';
import { ASKED } from '../../queue/feed-queue.ts';

/** Counts FTS5's small rows per text (`_docsize`), as transcripts are slow to read. */
const SHOWS = `
  WITH spoken AS (
    SELECT feed_id, count(*) AS said, max(episodes.id) AS newest
    FROM spoken_fts_docsize AS texts CROSS JOIN episodes ON episodes.id = texts.id
    WHERE NOT ${isForFollowers('feed_id')} GROUP BY feed_id
  )
  SELECT (SELECT podcast FROM episodes WHERE id = newest),
    (SELECT count(*) FROM episodes WHERE episodes.feed_id = spoken.feed_id), said
  FROM spoken ORDER BY said DESC, 1 LIMIT ?`;

const shows = z.array(z.tuple([z.string(), z.number(), z.number()]));

function sqliteSpokenShows(database: SqliteDatabase, limit: number): SpokenShow[] {
  return reading(database, (connection) =>
    shows
      .parse(prepared(connection, SHOWS).raw().all(limit))
      .map(([podcast, episodes, spoken]) => ({ podcast, episodes, spoken })),
  );
}

const HIDDEN_EPISODES = `feeds CROSS JOIN episodes ON state = 'followers' AND feed_id = feeds.id`;

const CONTENTS = `
  SELECT
    (SELECT count(*) FROM episodes) - (SELECT count(*) FROM ${HIDDEN_EPISODES}),
    (SELECT count(*) FROM feeds
     WHERE state <> 'followers' AND EXISTS (SELECT 1 FROM episodes WHERE feed_id = feeds.id)),
    (SELECT count(*) FROM spoken_fts_docsize) - (
      SELECT count(*) FROM ${HIDDEN_EPISODES} CROSS JOIN spoken_fts_docsize AS texts ON texts.id = episodes.id
    ),
    (SELECT finished_at_ms FROM refreshes),
    (SELECT min(next_fetch_at_ms) FROM feeds WHERE ${ASKED})`;

const contents = z.tuple([
  z.tuple([z.number(), z.number(), z.number(), z.number().nullable(), z.number().nullable()]),
]);

/** About 1 ms for 100 000 episodes. */
export function sqliteContents(database: SqliteDatabase): CatalogueContents {
  return reading(database, (connection) => {
    const [[episodes, podcasts, spoken, refreshedAtMs, nextFetchAtMs]] = contents.parse(
      prepared(connection, CONTENTS).raw().all(),
    );
    return { episodes, podcasts, spoken, refreshedAtMs, nextFetchAtMs };
  });
}

const AROUND = episodesAround(SQLITE);
const ONE = oneEpisode(SQLITE);

function sqliteSpeech(database: SqliteDatabase, place: SpeechPlace): Sentence[] | null {
  const found = reading(database, (connection) =>
    prepared(connection, SPEECH)
      .raw()
      .all(...speechValues(place)),
  );
  return speechOf(found, place);
}

function sqliteEpisode(database: SqliteDatabase, place: EpisodePlace): Episode | null {
  return reading(database, (connection) => {
    const rows = (statement: string, values: readonly string[]) =>
      prepared(connection, statement)
        .raw()
        .all(...values);
    for (const values of aroundValues(place)) {
      const key = keyOfItem(rows(AROUND, values), place);
      if (key !== null) return oneEpisodeOf(rows(ONE, [String(key)]), place);
    }
    return null;
  });
}

export function sqliteCatalogue(database: SqliteDatabase): Catalogue {
  return {
    ready: () => database.ready(),
    query: (query, signal) => querySqlite(database, query, { signal }),
    textsWith: (query, signal) => sqliteTextsWith(database, query, { signal }),
    contents: () => settled(() => sqliteContents(database)),
    spokenShows: (limit) => settled(() => sqliteSpokenShows(database, limit)),
    speech: (place) => settled(() => sqliteSpeech(database, place)),
    episode: (place) => settled(() => sqliteEpisode(database, place)),
    checkedAtMs: () => database.checkedAtMs(),
    close: () => settled(() => database.close()),
  };
}
