import * as z from 'zod';
import { firstEpisodeId } from '../episode-id.ts';
import { readEpisodeRow } from '../episode-row.ts';
import {
  DUPLICATE_MARK_COUNT,
  DUPLICATE_MARKS,
  type NewEpisode,
  toNewEpisode,
} from '../new-episode.ts';
import type { Dialect } from '../engines/dialect.ts';
import { episodeColumns, type WorkRunner } from './store-engine.ts';
import { rows } from './work.ts';

/** Episodes per page: about 0.5 MB, or 15 MB with the longest descriptions. */
const PAGE_SIZE = 500;
const BEYOND_ALL_IDS = 2 ** 53;

const marks = z.array(z.number().nullable());
const page = z.array(
  z
    .tuple([z.number(), z.string(), z.string(), z.instanceof(Uint8Array).nullable()])
    .rest(z.unknown()),
);

export async function* newEpisodes(
  dialect: Dialect,
  runner: WorkRunner,
  sinceMs: number,
  publishedSinceMs: number,
): AsyncGenerator<NewEpisode, undefined> {
  // By publication date (the id): most episodes published since were also stored since.
  const select = `
    SELECT id, (SELECT url FROM feeds WHERE feeds.id = episodes.feed_id),
      (SELECT state FROM feeds WHERE feeds.id = episodes.feed_id),
      (SELECT spoken FROM transcripts WHERE transcripts.episode_id = id),
      ${DUPLICATE_MARKS}, ${episodeColumns(dialect)}
    FROM episodes LEFT JOIN copies ON copies.episode_id = id
    WHERE id >= $1 AND id < $2 AND ingested_at_ms >= $3
    ORDER BY id DESC LIMIT ${PAGE_SIZE}`;
  const oldest = firstEpisodeId(Math.max(0, publishedSinceMs));
  let before = BEYOND_ALL_IDS;
  for (;;) {
    const values = [oldest, BigInt(before), Math.ceil(sinceMs)];
    const found = page.parse(await runner.read(() => rows(select, ...values)));
    for (const [, url, state, spoken, ...values] of found) {
      const duplicates = marks.parse(values.slice(0, DUPLICATE_MARK_COUNT));
      const row = readEpisodeRow(values.slice(DUPLICATE_MARK_COUNT));
      yield toNewEpisode(row, { url, state }, spoken, duplicates);
    }
    const last = found.at(-1);
    if (last === undefined || found.length < PAGE_SIZE) return;
    [before] = last;
  }
}
