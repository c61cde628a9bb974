import * as z from 'zod';
import { firstEpisodeId } from '../episode-id.ts';
import { readEpisodeRow } from '../episode-row.ts';
import { COPY_MARK_COUNT, COPY_MARKS, type NewEpisode, toNewEpisode } from '../new-episode.ts';
import { EPISODE_SELECT } from './sqlite-columns.ts';
import { prepared, reading, type SqliteDatabase } from './sqlite-database.ts';

/** Episodes read at once; with the longest descriptions about 8 MB. */
const PAGE_SIZE = 250;
/**
 * By date of publication, which the ids are made of: of what was published since, nearly all was
 * ingested since as well, so the index by ingestion would save nothing.
 */
const PAGE = `
  SELECT id, (SELECT url FROM feeds WHERE feeds.id = episodes.feed_id),
    (SELECT spoken FROM transcripts WHERE transcripts.episode_id = id),
    ${COPY_MARKS}, ${EPISODE_SELECT}
  FROM episodes LEFT JOIN copies ON copies.episode_id = id
  WHERE id >= ? AND id < ? AND ingested_at_ms >= ?
  ORDER BY id DESC LIMIT ${PAGE_SIZE}`;

const marks = z.array(z.number().nullable());
const rows = z.array(
  z.tuple([z.number(), z.string(), z.instanceof(Uint8Array).nullable()]).rest(z.unknown()),
);

/** Ids stay below it. */
const BEYOND_ALL_IDS = 2n ** 53n;

/** As {@link Catalogue.newEpisodes}. */
export function* sqliteNewEpisodes(
  database: SqliteDatabase,
  sinceMs: number,
  publishedSinceMs: number,
): Generator<NewEpisode, undefined> {
  const oldest = firstEpisodeId(Math.max(0, publishedSinceMs));
  const since = BigInt(Math.ceil(sinceMs));
  let before = BEYOND_ALL_IDS;
  for (;;) {
    const page = reading(database, (connection) =>
      rows.parse(prepared(connection, PAGE).raw().all(oldest, before, since)),
    );
    for (const [, feedUrl, spoken, ...values] of page) {
      const copies = marks.parse(values.slice(0, COPY_MARK_COUNT));
      const row = readEpisodeRow(values.slice(COPY_MARK_COUNT));
      yield toNewEpisode(row, feedUrl, spoken, copies);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) return;
    before = BigInt(last[0]);
  }
}
