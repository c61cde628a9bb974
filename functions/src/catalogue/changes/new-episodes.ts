import * as z from 'zod';
import { firstEpisodeId } from '../sql/episode-id.ts';
import { episodeColumns, readEpisodeRow } from '../sql/episode-row.ts';
import {
  DUPLICATE_MARK_COUNT,
  DUPLICATE_MARKS,
  type ChangedEpisode,
  type NewEpisode,
  toNewEpisode,
} from './new-episode.ts';
import { FEED_STATES } from '../sql/feed-states.ts';
import type { Dialect } from '../sql/dialect.ts';
import { engine, rows, type Work, type WorkReader } from '../sql/work.ts';

/** Episodes per page: about 0.5 MB, or 100 MB with the longest descriptions and transcripts. */
const PAGE_SIZE = 100;
const BEYOND_ALL_IDS = 2 ** 53;

const marks = z.array(z.number().nullable());
const row = z
  .tuple([
    z.number(),
    z.string(),
    z.enum(FEED_STATES),
    z.number().nullable(),
    z.instanceof(Uint8Array).nullable(),
  ])
  .rest(z.unknown());
const page = z.array(row);
const changedPage = z.array(z.tuple([z.number(), z.number()]).rest(z.unknown()));
const times = z.tuple([z.tuple([z.number().nullable()])]);

const columns = (hex: Dialect['hex']) => `id,
  (SELECT url FROM feeds WHERE feeds.id = episodes.feed_id),
  (SELECT state FROM feeds WHERE feeds.id = episodes.feed_id),
  (SELECT state_since_ms FROM feeds WHERE feeds.id = episodes.feed_id),
  (SELECT spoken FROM transcripts WHERE transcripts.episode_id = id),
  ${DUPLICATE_MARKS}, ${episodeColumns(hex)}`;

function episodeIn([, url, state, stateSinceMs, spoken, ...values]: z.infer<
  typeof row
>): NewEpisode {
  const duplicates = marks.parse(values.slice(0, DUPLICATE_MARK_COUNT));
  const fields = readEpisodeRow(values.slice(DUPLICATE_MARK_COUNT));
  return toNewEpisode(fields, { url, state, stateSinceMs }, spoken, duplicates);
}

/** Nobody knows whether an episode without a readable date is new. */
const isDated = `NOT EXISTS (
  SELECT 1 FROM first_seen
  WHERE first_seen.feed_id = episodes.feed_id AND first_seen.identity = episodes.identity)`;

/** When an episode was stored and published that is asked for, epoch milliseconds. */
export interface ChangeWindow {
  storedSinceMs: number;
  publishedSinceMs: number;
}

/**
 * Episodes of a window of which something that alerts read was stored at or after
 * `changedSinceMs`, by the catalogue's own clock. Oldest change first, in pages: what changes
 * meanwhile comes again.
 */
export async function* changedEpisodes(
  catalogue: WorkReader,
  changedSinceMs: number,
  { storedSinceMs, publishedSinceMs }: ChangeWindow,
): AsyncGenerator<ChangedEpisode, undefined> {
  const oldest = firstEpisodeId(Math.max(0, publishedSinceMs));
  let after: Place = [changedSinceMs - 1, BEYOND_ALL_IDS];
  for (;;) {
    const place = after;
    const found = await catalogue.read(() => changesAfter(place, oldest));
    for (const [changedAtMs, id, ...values] of found) {
      after = [changedAtMs, id];
      if (values[0] === null) continue;
      const episode = episodeIn(row.parse(values));
      if (episode.ingestedAtMs >= storedSinceMs) yield { ...episode, id, changedAtMs };
    }
    if (found.length < PAGE_SIZE) return;
  }
}

type Place = readonly [changedAtMs: number, id: number];

function* changesAfter(
  [changedAtMs, id]: Place,
  oldest: bigint,
): Work<z.infer<typeof changedPage>> {
  const { hex } = yield* engine();
  const select = `
    SELECT changed_at_ms, changed, ${columns(hex)}
    FROM (
      SELECT changed_at_ms, episode_id AS changed FROM text_changes
      WHERE (changed_at_ms, episode_id) > ($1, $2) AND episode_id >= $3
      ORDER BY changed_at_ms, episode_id LIMIT ${PAGE_SIZE}
    ) AS changes
    LEFT JOIN episodes ON id = changed AND ${isDated}
    LEFT JOIN copies ON copies.episode_id = id
    ORDER BY changed_at_ms, changed`;
  return changedPage.parse(yield* rows(select, Math.floor(changedAtMs), BigInt(id), oldest));
}

/** The newest change by the clock of {@link changedEpisodes}; 0 if nothing is stored. */
export function* lastChangeMs(): Work<number> {
  const [[lastMs]] = times.parse(yield* rows('SELECT max(changed_at_ms) FROM text_changes'));
  return lastMs ?? 0;
}

/** Episodes in any order, without those that are gone. */
export function* episodesWithIds(ids: readonly number[]): Work<NewEpisode[]> {
  const { among, hex } = yield* engine();
  const select = `
    SELECT ${columns(hex)} FROM episodes LEFT JOIN copies ON copies.episode_id = id
    WHERE id ${among('$1')}`;
  return page.parse(yield* rows(select, ids)).map(episodeIn);
}
