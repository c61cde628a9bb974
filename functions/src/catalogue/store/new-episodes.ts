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

/** Episodes per page. A page has typically 0.5 MB; 100 MB with the longest descriptions and transcripts. */
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
/** The id is null if the episode was deleted, has no date, or is excluded from alerts. */
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
  const { url, state, stateSinceMs, spoken: packed, heardS: transcribedSeconds } = found;
  return toNewEpisode(found, { url, state, stateSinceMs }, { packed, transcribedSeconds }, found);
}

/** SQL condition: the feed dates the episode. An undated episode may be old. */
const isDated = `NOT EXISTS (
  SELECT 1 FROM first_seen
  WHERE first_seen.feed_id = episodes.feed_id AND first_seen.identity = episodes.identity)`;

/** SQL condition: the episode is matched with alerts; see `newAtOnce` in {@link episodeRow}. */
const isAlerted = '(new_at_once IS NULL OR new_at_once > 0)';

/** Earliest times, epoch milliseconds. */
export interface ChangeWindow {
  storedSinceMs: number;
  publishedSinceMs: number;
}

/**
 * Yields the window's episodes with a change of their texts for alerts since `changedSinceMs` (catalogue's clock),
 * oldest change first. Reads pages, so an episode that changes during the iteration is yielded again.
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
    LEFT JOIN episodes ON id = changed AND ${isDated} AND ${isAlerted}
    LEFT JOIN copies ON copies.episode_id = id
    ORDER BY changed_at_ms, changed`;
  return yield* rows(changedEpisode, select, Math.floor(changedAtMs), BigInt(id), oldest);
}

/** Returns the time of the last change by the catalogue's clock; 0 for an empty catalogue. */
export function* lastChangeMs(): Work<number> {
  const { lastMs } = yield* row(
    z.object({ lastMs: z.number().nullable() }),
    'SELECT max(changed_at_ms) AS last_ms FROM text_changes',
  );
  return lastMs ?? 0;
}

/** Returns the episodes with these ids that still exist, in any order. */
export function* episodesWithIds(ids: readonly number[]): Work<NewEpisode[]> {
  const { among, hex } = yield* engine();
  const select = `
    SELECT ${columns(hex)} FROM episodes LEFT JOIN copies ON copies.episode_id = id
    WHERE id ${among('$1')}`;
  return (yield* rows(newEpisode, select, ids)).map(episodeIn);
}
