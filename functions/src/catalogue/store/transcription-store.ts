import * as z from 'zod';
import type { SpokenText } from '../../feeds/transcripts/spoken-text.ts';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import { NO_FILE, READ } from './attachment-record.ts';
import {
  ATTACHMENT_COLUMNS,
  attachmentRow,
  readAttachment,
  TRANSCRIPTS,
  writeAttachments,
} from './attachments-store.ts';
import { HAS_TEXT, MAX_TRANSCRIBED_S, MIN_TRANSCRIBED_S } from '../schema/has-text.ts';
import { personOf } from '../schema/persons-text.ts';
import { firstEpisodeId } from '../schema/episode-id.ts';
import { storeSpoken } from './transcripts-store.ts';
import { RETENTION_MS } from './retention.ts';
import { engine, rows, type Work } from '../schema/work.ts';

const untranscribed = z.object({
  id: z.number(),
  feed: z.string(),
  identity: z.string(),
  title: z.string(),
  podcast: z.string(),
  audio: z.string(),
  publishedAtMs: z.number(),
  language: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  persons: z.string().transform((lines) =>
    lines
      .split('\n')
      .filter(Boolean)
      .map((line) => personOf(line).name),
  ),
  followers: z.number(),
  /** 1 if the feed references a transcript file that was read or not requested yet, for any stored episode. */
  hasWritten: z.number(),
  copyGroup: z.number().nullable(),
});

export type UntranscribedEpisode = z.infer<typeof untranscribed>;

const MAX_EPISODES = 2000;

const IS_PUBLIC = "state = 'public' AND forbids_services = 0";

/** Episodes are transcribed for this long after publication. */
export const TRANSCRIBED_WITHIN_MS = 7 * DAY_MS;
/** A publisher gets this long to publish the transcript that the feed names, or that its earlier episodes have. */
export const WRITTEN_WITHIN_MS = 2 * HOUR_MS;

export interface WantedShows {
  isForAllShows: boolean;
  /** Feeds that count as followed, by URL: the operator chose them, or alerts name them. */
  feeds: readonly string[];
}

/**
 * Lists episodes with audio that were published since `sinceMs`, of public shows that somebody wants: the newest of
 * each show, then the second newest of each, and so on. Excludes episodes with a transcript, with a transcribed
 * duplicate, or with a transcript file that was not requested yet.
 */
export function* untranscribedEpisodes(
  sinceMs: number,
  { isForAllShows, feeds }: WantedShows = { isForAllShows: true, feeds: [] },
): Work<UntranscribedEpisode[]> {
  const { hex, table } = yield* engine();
  return yield* rows(
    untranscribed,
    `WITH candidates AS (
       SELECT episodes.id AS chosen, copy_group,
         row_number() OVER (PARTITION BY episodes.feed_id ORDER BY episodes.id DESC) AS turn
       FROM episodes JOIN feeds ON feeds.id = episodes.feed_id
         LEFT JOIN copies ON copies.episode_id = episodes.id
       WHERE episodes.id >= CAST($1 AS bigint) AND audio IS NOT NULL AND ${IS_PUBLIC}
         AND ($3 = 1 OR followers > 0
           OR url IN (SELECT wanted FROM ${table('$4', { wanted: 'text' })} AS item))
         AND (duration_s IS NULL OR duration_s BETWEEN ${MIN_TRANSCRIBED_S} AND ${MAX_TRANSCRIBED_S})
         AND NOT EXISTS (SELECT 1 FROM transcripts WHERE transcripts.episode_id = episodes.id
           AND (${HAS_TEXT} OR (sources <> '[]' AND outcome IS NULL AND pub_date_ms > $2)))
         AND NOT EXISTS (SELECT 1 FROM copies AS others
           JOIN transcripts ON transcripts.episode_id = others.episode_id
           WHERE others.copy_group = copies.copy_group AND ${HAS_TEXT})
       ORDER BY turn, episodes.id DESC LIMIT ${MAX_EPISODES}
     )
     SELECT chosen AS id, url AS feed, ${hex('identity')} AS identity, episodes.title, podcast, audio,
       pub_date_ms AS published_at_ms, language, duration_s AS duration_seconds, persons, followers,
       CASE WHEN EXISTS (SELECT 1 FROM transcripts WHERE transcripts.feed_id = feeds.id
         AND sources <> '[]' AND coalesce(outcome, '${READ}') = '${READ}') THEN 1 ELSE 0 END AS has_written,
       copy_group
     FROM candidates JOIN episodes ON episodes.id = chosen JOIN feeds ON feeds.id = episodes.feed_id
     ORDER BY turn, chosen DESC`,
    String(firstEpisodeId(sinceMs)),
    sinceMs + TRANSCRIBED_WITHIN_MS - WRITTEN_WITHIN_MS,
    isForAllShows ? 1 : 0,
    feeds.map((url) => [url]),
  );
}

const titledFeed = z.object({ url: z.string(), title: z.string() });

/**
 * Returns the feed of each title (in lower case), by URL. Of several public feeds with the same title, it is the one on the
 * operator's list, then the one with the most followers, then the one known for longest.
 */
export function* feedsTitled(titles: ReadonlySet<string>): Work<Map<string, string>> {
  if (titles.size === 0) return new Map();
  const found = yield* rows(
    titledFeed,
    `SELECT url, title FROM feeds WHERE state = 'public' AND title <> ''
     ORDER BY CASE source WHEN 'list' THEN 0 ELSE 1 END, followers DESC, id`,
  );
  const feeds = new Map<string, string>();
  for (const { url, title } of found) {
    const name = title.toLowerCase();
    if (titles.has(name) && !feeds.has(name)) feeds.set(name, url);
  }
  return feeds;
}

/** Identifies an episode in any catalogue. `feed` is the URL of its feed. */
const episodeKey = z.object({ feed: z.string(), identity: z.string() });
export type EpisodeKey = z.infer<typeof episodeKey>;

export interface ChosenEpisode extends EpisodeKey {
  askedAtMs: number;
  publishedAtMs: number;
}

const chosenEpisode = z.object({
  ...episodeKey.shape,
  /** 0 if the show is blocked, followers-only or forbids services. */
  isPublic: z.number(),
  /** Null if the catalogue does not have the episode. */
  id: z.number().nullable(),
  hasText: z.number(),
  /** 1 if the catalogue had the episode when it was chosen, as for an item that its publisher blocks. */
  isRemoved: z.number(),
});

/** Looks up episodes that were chosen earlier. Skips those of feeds that the catalogue does not know yet. */
export function* chosenEpisodes(
  episodes: readonly ChosenEpisode[],
  now: number,
): Work<z.infer<typeof chosenEpisode>[]> {
  const { unhex, table } = yield* engine();
  const columns = {
    feed: 'text',
    wanted: 'text',
    asked_at_ms: 'integer',
    published_at_ms: 'integer',
  } as const;
  return yield* rows(
    chosenEpisode,
    `SELECT feed, wanted AS identity, episodes.id AS id,
       CASE WHEN ${IS_PUBLIC} THEN 1 ELSE 0 END AS is_public,
       CASE WHEN ${HAS_TEXT} THEN 1 ELSE 0 END AS has_text,
       CASE WHEN episodes.id IS NULL AND published_at_ms > $2
         AND asked_at_ms > (SELECT begun_at_ms FROM beginning) THEN 1 ELSE 0 END AS is_removed
     FROM ${table('$1', columns)} AS item
       JOIN feeds ON url = feed
       LEFT JOIN episodes ON episodes.feed_id = feeds.id
         AND episodes.identity = ${unhex('wanted')}
       LEFT JOIN transcripts ON transcripts.episode_id = episodes.id`,
    episodes.map(({ feed, identity, askedAtMs, publishedAtMs }) => [
      feed,
      identity,
      askedAtMs,
      publishedAtMs,
    ]),
    now - RETENTION_MS,
  );
}

export interface TranscribedEpisode extends EpisodeKey {
  spoken: SpokenText;
  transcribedSeconds: number;
}

/** Stores a machine's transcript. False, without changes, if the episode is gone, not public or already transcribed. */
export function* recordTranscribed(transcribed: TranscribedEpisode): Work<boolean> {
  const { hex, removeTranscripts } = yield* engine();
  const [found] = yield* rows(
    z.object({ id: z.number(), feedId: z.number() }),
    `SELECT episodes.id, feed_id FROM episodes JOIN feeds ON feeds.id = feed_id
     WHERE url = $1 AND ${hex('identity')} = $2 AND ${IS_PUBLIC}`,
    transcribed.feed,
    transcribed.identity,
  );
  if (found === undefined) return false;
  const { id: episodeId, feedId } = found;
  const [known] = yield* rows(
    z.object({ ...attachmentRow.shape, hasText: z.number(), hasSpoken: z.number() }),
    `SELECT ${ATTACHMENT_COLUMNS}, CASE WHEN ${HAS_TEXT} THEN 1 ELSE 0 END AS has_text,
       CASE WHEN spoken IS NULL THEN 0 ELSE 1 END AS has_spoken
     FROM transcripts WHERE episode_id = $1`,
    episodeId,
  );
  if (known?.hasText === 1) return false;
  const record = known === undefined ? NO_FILE : readAttachment(known);
  // Only a placeholder of the publisher is replaced.
  if (known?.hasSpoken === 1) yield* removeTranscripts([episodeId]);
  yield* writeAttachments(TRANSCRIPTS, feedId, [{ episodeId, record }]);
  yield* storeSpoken(episodeId, feedId, transcribed.spoken, transcribed.transcribedSeconds);
  return true;
}

/** Deletes machine transcripts of these feeds and of feeds that are not public or forbid services; returns their number. */
export function* forgetTranscribed(feeds: readonly string[]): Work<number> {
  const { table, removeTranscripts } = yield* engine();
  const found = yield* rows(
    z.object({ episodeId: z.number() }),
    `SELECT episode_id FROM transcripts JOIN feeds ON feeds.id = feed_id
     WHERE heard_s IS NOT NULL AND (NOT (${IS_PUBLIC})
       OR url IN (SELECT url FROM ${table('$1', { url: 'text' })} AS item))`,
    feeds.map((url) => [url]),
  );
  if (found.length > 0) yield* removeTranscripts(found.map(({ episodeId }) => episodeId));
  return found.length;
}
