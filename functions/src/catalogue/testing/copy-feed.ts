import * as z from 'zod';
import { seenLaterMs } from '../store/seen-later.ts';
import {
  episodeColumns,
  type EpisodeRow,
  episodeRow,
  type NumberedEpisode,
} from '../schema/episode-row.ts';
import { FEED_STATES, type FeedState } from '../schema/feed-states.ts';
import { columnOf } from '../schema/named-rows.ts';
import { begin } from '../store/beginning.ts';
import { linksOf, regroupLinked, updateDuplicates } from '../store/duplicates-store.ts';
import { feedRecord, type FetchRecord, lockFeed, recordFetch } from '../store/feeds.ts';
import { withIds } from '../store/store-feed.ts';
import { engine, rows, run, type Work } from '../schema/work.ts';
import {
  exportChapterFiles,
  exportTranscripts,
  importChapterFiles,
  importTranscripts,
  type StoredChapterFile,
  type StoredTranscript,
} from './copy-attachments.ts';

const text = z.string().nullable();
const integer = z.number().nullable();

const feedStanding = z.object({
  source: text,
  state: z.enum(FEED_STATES),
  stateSinceMs: integer,
  stateBeforeBlock: text,
  followers: z.number(),
  followed: z.number(),
  followedAtMs: integer,
  showId: text,
});

type FeedStanding = z.infer<typeof feedStanding>;

const STANDING_FIELDS = Object.keys(feedStanding.shape) as (keyof FeedStanding)[];
const STANDING_COLUMNS = STANDING_FIELDS.map(columnOf);

function recordStanding(id: number, values: FeedStanding): Work<void> {
  return run(
    `UPDATE feeds SET ${STANDING_COLUMNS.map((column, at) => `${column} = $${at + 2}`).join(', ')}
     WHERE id = $1`,
    id,
    ...STANDING_FIELDS.map((field) => values[field]),
  );
}

export interface StoredFeed {
  url: string;
  title: string;
  standing: FeedStanding;
  record: FetchRecord;
  episodes: EpisodeRow[];
  /** Undated items, with the times when each was first and last listed. */
  firstSeen: { identity: string; seenAtMs: number; listedAtMs: number }[];
  transcripts: StoredTranscript[];
  chapterFiles: StoredChapterFile[];
}

type Contents = Pick<StoredFeed, 'episodes' | 'transcripts' | 'chapterFiles'>;

function sameEpisodes(left: Contents, right: Contents): boolean {
  const keys = ({ episodes, transcripts, chapterFiles }: Contents) => [
    ...episodes
      .map(({ identity, contentHash, ingestedAtMs, chapterTimes }) =>
        [identity, contentHash, ingestedAtMs, chapterTimes].join(' '),
      )
      .sort(),
    ...[...transcripts, ...chapterFiles].map((file) => JSON.stringify(file)).sort(),
  ];
  return left.episodes.length === right.episodes.length && keys(left).join() === keys(right).join();
}

const knownFeed = z.object({
  ...feedStanding.shape,
  id: z.number(),
  title: z.string(),
  lastFailure: z.string().nullable(),
});
const firstSeenRow = z.object({
  identity: z.string(),
  seenAtMs: z.number(),
  listedAtMs: z.number(),
});

export function* exportFeed(url: string): Work<StoredFeed | null> {
  const { hex } = yield* engine();
  const [feed] = yield* rows(
    knownFeed,
    `SELECT id, title, last_failure, ${STANDING_COLUMNS.join(', ')} FROM feeds WHERE url = $1`,
    url,
  );
  if (feed === undefined) return null;
  const { id, title, lastFailure: failure, ...standing } = feed;
  const firstSeen = yield* rows(
    firstSeenRow,
    `SELECT ${hex('identity')} AS identity, seen_at_ms, listed_at_ms FROM first_seen WHERE feed_id = $1`,
    id,
  );
  return {
    url,
    title,
    standing,
    record: { ...(yield* feedRecord(url)), failure },
    episodes: (yield* episodesOf(id)).map(({ row }) => row),
    firstSeen,
    transcripts: yield* exportTranscripts(id),
    chapterFiles: yield* exportChapterFiles(id),
  };
}

function* episodesOf(feed: number): Work<NumberedEpisode[]> {
  const { hex } = yield* engine();
  const found = yield* rows(
    z.object({ ...episodeRow.shape, id: z.number() }),
    `SELECT id, ${episodeColumns(hex)} FROM episodes WHERE feed_id = $1 ORDER BY id`,
    feed,
  );
  return found.map(({ id, ...row }) => ({ id, row }));
}

/** Replaces a feed; returns the number of episodes written. */
export function* importFeed(feed: StoredFeed): Work<number> {
  const { removeEpisodes, insertEpisodes } = yield* engine();
  yield* begin(0);
  const { id, state: before } = yield* lockFeed(feed.url, feed.title);
  yield* recordFetch(feed.url, feed.record);
  const { state } = feed.standing;
  yield* recordStanding(id, feed.standing);
  if (state !== before) yield* groupAnew(id, state);
  yield* run('DELETE FROM first_seen WHERE feed_id = $1', id);
  if (feed.firstSeen.length > 0) yield* importFirstSeen(id, feed.firstSeen);
  const known = yield* episodesOf(id);
  const contents = {
    episodes: known.map(({ row }) => row),
    transcripts: yield* exportTranscripts(id),
    chapterFiles: yield* exportChapterFiles(id),
  };
  if (sameEpisodes(contents, feed)) return 0;
  const gone = known.map((episode) => episode.id);
  const links = yield* linksOf(gone);
  if (gone.length > 0) yield* removeEpisodes(id, gone);
  const inserted = yield* withIds(feed.episodes);
  if (inserted.length > 0) yield* insertEpisodes(id, inserted);
  const ids = new Map(inserted.map((episode) => [episode.row.identity, episode.id]));
  yield* importTranscripts(id, ids, feed.transcripts);
  yield* importChapterFiles(id, ids, feed.chapterFiles);
  yield* updateDuplicates(id, seenLaterMs(state), links);
  return feed.episodes.length;
}

function* groupAnew(id: number, state: FeedState): Work<void> {
  const ids = (yield* episodesOf(id)).map((episode) => episode.id);
  const links = yield* linksOf(ids, 'all');
  yield* run('DELETE FROM copies WHERE feed_id = $1', id);
  yield* updateDuplicates(id, seenLaterMs(state), links);
  yield* regroupLinked(links);
}

function* importFirstSeen(feed: number, firstSeen: StoredFeed['firstSeen']): Work<void> {
  const { table, unhex } = yield* engine();
  const columns = { identity: 'text', seen_at_ms: 'integer', listed_at_ms: 'integer' } as const;
  yield* run(
    `INSERT INTO first_seen (feed_id, identity, seen_at_ms, listed_at_ms)
     SELECT $1, ${unhex('item.identity')}, item.seen_at_ms, item.listed_at_ms
     FROM ${table('$2', columns)} AS item`,
    feed,
    firstSeen.map(({ identity, seenAtMs, listedAtMs }) => [identity, seenAtMs, listedAtMs]),
  );
}
