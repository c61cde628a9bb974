import * as z from 'zod';
import { firstEpisodeId } from '../episode-id.ts';
import { readEpisodeRow } from '../episode-row.ts';
import { COPY_MARK_COUNT, COPY_MARKS, type NewEpisode, toNewEpisode } from '../new-episode.ts';
import { EPISODE_SELECT } from './postgres-schema.ts';
import type { SqlServer } from './server/sql-server.ts';

/** Episodes read at once; with the longest descriptions about 30 MB, with usual ones 1. */
const PAGE_SIZE = 1_000;
const PAGE = `
  SELECT id, (SELECT url FROM feeds WHERE feeds.id = episodes.feed_id),
    (SELECT encode(spoken, 'base64') FROM transcripts WHERE transcripts.episode_id = id),
    ${COPY_MARKS}, ${EPISODE_SELECT}
  FROM episodes LEFT JOIN copies ON copies.episode_id = id
  WHERE id >= $1 AND id < $2 AND ingested_at_ms >= $3
  ORDER BY id DESC LIMIT ${PAGE_SIZE}`;

const marks = z.array(z.number().nullable());
const rows = z.array(z.tuple([z.number(), z.string(), z.string().nullable()]).rest(z.unknown()));

/** Ids stay below it. */
const BEYOND_ALL_IDS = 2 ** 53;

/** As {@link Catalogue.newEpisodes}. */
export async function* postgresNewEpisodes(
  server: SqlServer,
  sinceMs: number,
  publishedSinceMs: number,
): AsyncGenerator<NewEpisode, undefined> {
  const oldest = String(firstEpisodeId(Math.max(0, publishedSinceMs)));
  let before = BEYOND_ALL_IDS;
  for (;;) {
    const values = [oldest, String(before), Math.ceil(sinceMs)];
    const page = rows.parse(await server.session((session) => session.rows(PAGE, values)));
    for (const [, feedUrl, spoken, ...values] of page) {
      const packed = spoken === null ? null : Buffer.from(spoken, 'base64');
      const copies = marks.parse(values.slice(0, COPY_MARK_COUNT));
      const row = readEpisodeRow(values.slice(COPY_MARK_COUNT));
      yield toNewEpisode(row, feedUrl, packed, copies);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) return;
    before = last[0];
  }
}
