import * as z from 'zod';
import type { FeedReading } from '../../feeds/feed-model.ts';
import { episodeIdRange } from '../episode-id.ts';
import type { EpisodeRow } from '../episode-row.ts';
import {
  planStore,
  type StoreOutcome,
  type StorePlan,
  type UnlistedEpisode,
  unlistedIds,
} from '../refresh/plan-store.ts';
import {
  readFirstSeen,
  readStoredEpisodes,
  readUnlistedEpisodes,
} from '../refresh/read-known-episodes.ts';
import { ensureDayTables } from './day-tables.ts';
import { insertEpisodes, removeEpisodes, replaceEpisodes } from './postgres-episodes.ts';
import { lockFeed } from './postgres-feeds.ts';
import { EPISODE_SELECT } from './postgres-schema.ts';
import {
  forgetChapterFiles,
  removeChapterFiles,
  updateChapterFiles,
} from './chapters/postgres-chapter-files.ts';
import { linksOf, updateCopies } from './copies/update-copies.ts';
import { removeTranscripts, updateTranscripts } from './spoken/postgres-transcripts.ts';
import { inTransaction, type SqlServer, type SqlSession } from './server/sql-server.ts';

const STORED = `
  SELECT id, encode(identity, 'hex'), encode(content_hash, 'hex'), encode(origin, 'hex'), pub_date_ms,
    ingested_at_ms, title, link, audio, duration_s
  FROM episodes WHERE feed_id = $1`;
const EPISODES = `
  SELECT id, ${EPISODE_SELECT} FROM episodes WHERE id = ANY ($1::text[]::bigint[]) ORDER BY id DESC`;
const FIRST_SEEN = `SELECT encode(identity, 'hex'), seen_at_ms FROM first_seen WHERE feed_id = $1`;
const REMEMBER_SEEN = `
  INSERT INTO first_seen (feed_id, identity, seen_at_ms, listed_at_ms)
  SELECT $1, decode(seen.identity, 'hex'), seen.at_ms::bigint, $2
  FROM unnest($3::text[], $4::text[]) AS seen (identity, at_ms)
  ON CONFLICT (feed_id, identity) DO UPDATE SET
    seen_at_ms = least(first_seen.seen_at_ms, excluded.seen_at_ms),
    listed_at_ms = excluded.listed_at_ms`;
/** What the feed no longer lists; until then an item must not come back as new. */
const FORGET_SEEN = 'DELETE FROM first_seen WHERE feed_id = $1 AND listed_at_ms < $2';
/** The newest id of each second, of the seconds that have any. */
const NEWEST_OF_SECONDS = `
  SELECT second.first, (
    SELECT max(id) FROM episodes WHERE id >= second.first AND id < second.first + 1048576
  )
  FROM unnest($1::text[]::bigint[]) AS second (first)`;

/** One writer at a time, so that no two give the same id away; it is let go with the transaction. */
export const WRITE_LOCK =
  "SELECT pg_advisory_xact_lock(hashtextextended('earshot writes ' || current_schema(), 0))";

const newestRows = z.array(z.tuple([z.number(), z.number().nullable()]));

/** As {@link WritableCatalogue.storeFeed}. Times are epoch milliseconds. */
export function storeInPostgres(
  server: SqlServer,
  feedUrl: string,
  reading: Extract<FeedReading, { kind: 'read' }>,
  now: number,
): Promise<StoreOutcome> {
  return inTransaction(server, 'BEGIN', async (session) => {
    await session.rows(WRITE_LOCK);
    const feed = await lockFeed(session, feedUrl, reading.show.title);
    const stored = readStoredEpisodes(await session.rows(STORED, [feed]));
    const planned = planStore({
      items: reading.items,
      show: reading.show,
      dropped: reading.dropped,
      stored,
      unlisted: await episodesWith(session, unlistedIds(reading.items, stored)),
      firstSeen: readFirstSeen(await session.rows(FIRST_SEEN, [feed])),
      now,
    });
    const { blocked } = reading.show;
    const plan = await forgetChapterFiles(session, feed, planned, { blocked, now });
    const gone = await linksOf(session, plan.remove);
    await carryOut(session, feed, plan, now);
    await updateCopies(session, feed, gone);
    await updateChapterFiles(session, feed, plan, { blocked, now });
    await updateTranscripts(session, feed, plan.transcripts, { blocked, now });
    return plan.outcome;
  });
}

async function episodesWith(
  session: SqlSession,
  ids: readonly number[],
): Promise<UnlistedEpisode[]> {
  if (ids.length === 0) return [];
  return readUnlistedEpisodes(await session.rows(EPISODES, [ids.map(String)]));
}

async function carryOut(
  session: SqlSession,
  feed: number,
  plan: StorePlan,
  now: number,
): Promise<void> {
  const { remove, update, insert, undated } = plan;
  await removeEpisodes(session, remove);
  await removeTranscripts(session, remove);
  await removeChapterFiles(session, remove);
  await ensureDayTables(
    session,
    insert.map((row) => row.publishedAtMs),
  );
  // New ones get their ids while those that only change still stand on theirs.
  const inserted = await withIds(session, insert);
  await replaceEpisodes(session, feed, update);
  await insertEpisodes(session, feed, inserted);
  const more = insert.length - remove.length;
  if (more !== 0) {
    await session.rows('UPDATE feeds SET episodes = episodes + $2 WHERE id = $1', [feed, more]);
  }
  if (undated.length > 0) {
    const identities = undated.map(({ identity }) => identity);
    const times = undated.map(({ seenAtMs }) => String(seenAtMs));
    await session.rows(REMEMBER_SEEN, [feed, now, identities, times]);
    await session.rows(FORGET_SEEN, [feed, now]);
  }
}

/** Each row with the next free id of its second. */
export async function withIds(
  session: SqlSession,
  rows: readonly EpisodeRow[],
): Promise<{ id: number; row: EpisodeRow }[]> {
  const firsts = rows.map((row) => Number(episodeIdRange(row.publishedAtMs).first));
  const seconds = [...new Set(firsts)].map(String);
  if (seconds.length === 0) return [];
  const newest = newestRows.parse(await session.rows(NEWEST_OF_SECONDS, [seconds]));
  const next = new Map(newest.map(([first, id]) => [first, id === null ? first : id + 1]));
  return rows.map((row, index) => {
    const first = firsts[index] ?? 0;
    const id = next.get(first) ?? first;
    next.set(first, id + 1);
    return { id, row };
  });
}
