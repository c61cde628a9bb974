import * as z from 'zod';
import type { FeedReading } from '../../feeds/feed-model.ts';
import { seenLaterMs } from './seen-later.ts';
import { episodeIdRange } from '../schema/episode-id.ts';
import { type EpisodeRow, type NumberedEpisode } from '../schema/episode-row.ts';
import { planStore } from './plan-store.ts';
import type { StoreOutcome, StorePlan } from './store-plan.ts';
import { begin } from './beginning.ts';
import { forgetChapterFiles, updateChapterFiles } from './chapters-store.ts';
import { linksOf, updateDuplicates } from './duplicates-store.ts';
import { FOLLOWER_LIMITS, recordGrowth, roomOfFeed } from './feed-room.ts';
import { feedRecord, lockFeed } from './feeds.ts';
import { GROWTH_LIMITS } from './limit-growth.ts';
import { updateTranscripts } from './transcripts-store.ts';
import { engine, rows, run, type Work } from '../schema/work.ts';
import type { StoredEpisode } from './match-items.ts';

const storedEpisode = z.object({
  id: z.number(),
  identity: z.string(),
  contentHash: z.string(),
  origin: z.string(),
  publishedAtMs: z.number(),
  ingestedAtMs: z.number(),
  newAtOnce: z.number().nullable(),
  title: z.string(),
  link: z.string().nullable(),
  audio: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  speakers: z.string(),
}) satisfies z.ZodType<StoredEpisode>;
const firstSeenRow = z.object({ identity: z.string(), seenAtMs: z.number() });
const newestIdRow = z.object({ firstId: z.number(), newestId: z.number().nullable() });

/** Inserts and updates the items of a fetched feed. Unchanged items cause no write. */
export function* storeFeed(
  feedUrl: string,
  reading: Extract<FeedReading, { kind: 'read' }>,
  now: number,
  limits = FOLLOWER_LIMITS,
): Work<StoreOutcome> {
  const { hex } = yield* engine();
  const { items, blocked: blockedItems, show, dropped } = reading;
  const { blocked, locked = false } = show;
  yield* begin(now);
  const { id: feed, state } = yield* lockFeed(feedUrl, show.title);
  if (state === 'blocked') return { new: 0, updated: 0, unchanged: 0, dropped };
  const digests = ['identity', 'content_hash', 'origin'].map((name) => `${hex(name)} AS ${name}`);
  const stored = yield* rows(
    storedEpisode,
    `SELECT id, ${digests.join(', ')}, pub_date_ms AS published_at_ms, ingested_at_ms, new_at_once,
       title, link, audio, duration_s AS duration_seconds, speakers
     FROM episodes WHERE feed_id = $1`,
    feed,
  );
  yield* run(
    'UPDATE feeds SET forbids_services = $2 WHERE id = $1 AND forbids_services <> $2',
    feed,
    blocked || locked ? 1 : 0,
  );
  const seen = yield* rows(
    firstSeenRow,
    `SELECT ${hex('identity')} AS identity, seen_at_ms FROM first_seen WHERE feed_id = $1`,
    feed,
  );
  /** Identity (hex) → time assigned when an undated item was first seen. */
  const firstSeen = new Map(seen.map(({ identity, seenAtMs }) => [identity, seenAtMs]));
  const hasHistory = stored.length > 0 || (yield* feedRecord(feedUrl)).newestAtMs !== null;
  const room = yield* roomOfFeed(feed, { hasHistory, stored: stored.length, now }, limits);
  const known = { stored, firstSeen, hasHistory, room };
  const planned = planStore({ items, blocked: blockedItems, show, dropped, ...known, now });
  const plan = yield* forgetChapterFiles(feed, planned, { blocked, now });
  const gone = yield* linksOf(plan.remove);
  yield* carryOut(feed, plan, { now, hadUndated: firstSeen.size > 0 });
  yield* updateDuplicates(feed, seenLaterMs(state), gone);
  yield* updateChapterFiles(feed, plan, { blocked, now });
  yield* updateTranscripts(feed, plan.transcripts, { blocked, now });
  const { new: added, dropped: left } = plan.outcome;
  const leftOut = GROWTH_LIMITS.reduce((sum, reason) => sum + (left[reason] ?? 0), 0);
  yield* recordGrowth(feed, { added: hasHistory ? added : 0, leftOut, now });
  return plan.outcome;
}

function* carryOut(
  feed: number,
  { remove, update, insert, undated }: StorePlan,
  { now, hadUndated }: { now: number; hadUndated: boolean },
): Work<void> {
  const { removeEpisodes, replaceEpisodes, insertEpisodes, table, unhex } = yield* engine();
  if (remove.length > 0) yield* removeEpisodes(feed, remove);
  // Assigns ids before the update, while changed episodes still occupy their own.
  const inserted = yield* withIds(insert);
  if (update.length > 0) yield* replaceEpisodes(feed, update);
  if (insert.length > 0) yield* insertEpisodes(feed, inserted);
  if (undated.length > 0) {
    yield* run(
      `INSERT INTO first_seen (feed_id, identity, seen_at_ms, listed_at_ms)
     SELECT $1, ${unhex('item.identity')}, item.seen_at_ms, $2
     FROM ${table('$3', { identity: 'text', seen_at_ms: 'integer' })} AS item WHERE true
     ON CONFLICT (feed_id, identity) DO UPDATE SET
       seen_at_ms = CASE WHEN excluded.seen_at_ms < first_seen.seen_at_ms
         THEN excluded.seen_at_ms ELSE first_seen.seen_at_ms END,
       listed_at_ms = excluded.listed_at_ms`,
      feed,
      now,
      undated.map(({ identity, seenAtMs }) => [identity, seenAtMs]),
    );
  }
  if (undated.length === 0 && !hadUndated) return;
  // Deletes items that the feed no longer lists, or that have a date now, because alerts skip items of this table.
  yield* run('DELETE FROM first_seen WHERE feed_id = $1 AND listed_at_ms < $2', feed, now);
}

/** Assigns each row the next free id of its second. */
export function* withIds(episodes: readonly EpisodeRow[]): Work<NumberedEpisode[]> {
  const { table } = yield* engine();
  const ranges = episodes.map(({ publishedAtMs }) => episodeIdRange(publishedAtMs));
  const seconds = new Map(ranges.map(({ first, last }) => [Number(first), Number(last)]));
  if (seconds.size === 0) return [];
  const newest = yield* rows(
    newestIdRow,
    `SELECT first_id, (SELECT max(id) FROM episodes WHERE id >= first_id AND id <= last_id) AS newest_id
     FROM ${table('$1', { first_id: 'integer', last_id: 'integer' })} AS seconds`,
    [...seconds],
  );
  const next = new Map(
    newest.map(({ firstId, newestId }) => [firstId, newestId === null ? firstId : newestId + 1]),
  );
  return episodes.map((row, at) => {
    const first = Number(ranges[at]?.first);
    const id = next.get(first) ?? first;
    next.set(first, id + 1);
    return { id, row };
  });
}
