import * as z from 'zod';
import { firstEpisodeId } from '../schema/episode-id.ts';
import { episodeColumns, episodeRow } from '../schema/episode-row.ts';
import {
  DUPLICATE_MARKS,
  duplicateMarksRow,
  type ChangedEpisode,
  type NewEpisode,
  toNewEpisode,
} from './new-episode.ts';
import { FEED_STATES } from '../schema/feed-states.ts';
import type { Dialect } from '../schema/dialect.ts';
import { engine, row, rows, type Work, type WorkReader } from '../schema/work.ts';

/** Episodes per page: about 0.5 MB, or 100 MB with the longest descriptions and transcripts. */
const PAGE_SIZE = 100;
const BEYOND_ALL_IDS = 2 ** 53;

const newEpisode = z.object({
  ...episodeRow.shape,
  ...duplicateMarksRow.shape,
  id: z.number(),
  url: z.string(),
  state: z.enum(FEED_STATES),
  stateSinceMs: z.number().nullable(),
  spoken: z.instanceof(Uint8Array).nullable(),
  heardS: z.number().nullable(),
});
const change = { changedAtMs: z.number(), changed: z.number() };
/** A change, with its episode unless that was deleted, has no date or is not told. */
const changedEpisode = z.union([
  z.object({ ...change, ...newEpisode.shape }),
  z.object({ ...change, id: z.null() }),
]);

const columns = (hex: Dialect['hex']) => `id,
  (SELECT url FROM feeds WHERE feeds.id = episodes.feed_id) AS url,
  (SELECT state FROM feeds WHERE feeds.id = episodes.feed_id) AS state,
  (SELECT state_since_ms FROM feeds WHERE feeds.id = episodes.feed_id) AS state_since_ms,
  (SELECT spoken FROM transcripts WHERE transcripts.episode_id = id) AS spoken,
  (SELECT heard_s FROM transcripts WHERE transcripts.episode_id = id) AS heard_s,
  ${DUPLICATE_MARKS}, ${episodeColumns(hex)}`;

function episodeIn(found: z.infer<typeof newEpisode>): NewEpisode {
  const { url, state, stateSinceMs, spoken: packed, heardS: heardSeconds } = found;
  return toNewEpisode(found, { url, state, stateSinceMs }, { packed, heardSeconds }, found);
}

/** SQL condition: the episode has a readable date. Nobody knows whether one without a date is new. */
const isDated = `NOT EXISTS (
  SELECT 1 FROM first_seen
  WHERE first_seen.feed_id = episodes.feed_id AND first_seen.identity = episodes.identity)`;

/** SQL condition: alerts may tell of the episode; see `newAtOnce` in {@link episodeRow}. */
const isTold = '(new_at_once IS NULL OR new_at_once > 0)';

/** Earliest times of storage and publication of the wanted episodes, epoch milliseconds. */
export interface ChangeWindow {
  storedSinceMs: number;
  publishedSinceMs: number;
}

/**
 * Episodes of the window that have a change at or after `changedSinceMs`, by the catalogue's own clock, in
 * what alerts read. Oldest change first. Episodes are read in pages: one that changes during the iteration
 * comes again.
 */
export async function* changedEpisodes(
  catalogue: WorkReader,
  changedSinceMs: number,
  { storedSinceMs, publishedSinceMs }: ChangeWindow,
): AsyncGenerator<ChangedEpisode, undefined> {
  const oldest = firstEpisodeId(Math.max(0, publishedSinceMs));
  let after: ChangePosition = [changedSinceMs - 1, BEYOND_ALL_IDS];
  for (;;) {
    const position = after;
    const found = await catalogue.read(() => changesAfter(position, oldest));
    for (const each of found) {
      const { changedAtMs } = each;
      after = [changedAtMs, each.changed];
      if (each.id === null || each.ingestedAtMs < storedSinceMs) continue;
      yield { ...episodeIn(each), id: each.id, changedAtMs };
    }
    if (found.length < PAGE_SIZE) return;
  }
}

type ChangePosition = readonly [changedAtMs: number, id: number];

function* changesAfter(
  [changedAtMs, id]: ChangePosition,
  oldest: bigint,
): Work<z.infer<typeof changedEpisode>[]> {
  const { hex } = yield* engine();
  const select = `
    SELECT changed_at_ms, changed, ${columns(hex)}
    FROM (
      SELECT changed_at_ms, episode_id AS changed FROM text_changes
      WHERE (changed_at_ms, episode_id) > ($1, $2) AND episode_id >= $3
      ORDER BY changed_at_ms, episode_id LIMIT ${PAGE_SIZE}
    ) AS changes
    LEFT JOIN episodes ON id = changed AND ${isDated} AND ${isTold}
    LEFT JOIN copies ON copies.episode_id = id
    ORDER BY changed_at_ms, changed`;
  return yield* rows(changedEpisode, select, Math.floor(changedAtMs), BigInt(id), oldest);
}

/** The newest change by the clock of {@link changedEpisodes}; 0 if nothing is stored. */
export function* lastChangeMs(): Work<number> {
  const { lastMs } = yield* row(
    z.object({ lastMs: z.number().nullable() }),
    'SELECT max(changed_at_ms) AS last_ms FROM text_changes',
  );
  return lastMs ?? 0;
}

/** Episodes in any order; deleted ones are left out. */
export function* episodesWithIds(ids: readonly number[]): Work<NewEpisode[]> {
  const { among, hex } = yield* engine();
  const select = `
    SELECT ${columns(hex)} FROM episodes LEFT JOIN copies ON copies.episode_id = id
    WHERE id ${among('$1')}`;
  return (yield* rows(newEpisode, select, ids)).map(episodeIn);
}
