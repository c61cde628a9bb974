import type { FeedReading } from '../../feeds/feed-model.ts';
import { episodeIdRange } from '../episode-id.ts';
import { EPISODE_COLUMN_NAMES, episodeValues } from '../episode-row.ts';
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
import { EPISODE_PARAMETERS, EPISODE_SELECT } from './sqlite-columns.ts';
import {
  type Connection,
  inTransaction,
  prepared,
  type SqliteDatabase,
} from './sqlite-database.ts';
import { feedId } from './sqlite-feeds.ts';
import { forgetChapterFiles, updateChapterFiles } from './chapters/sqlite-chapter-files.ts';
import { linksOf, updateCopies } from './copies/update-copies.ts';
import { updateTranscripts } from './spoken/sqlite-transcripts.ts';

const STORED = `
  SELECT id, lower(hex(identity)), lower(hex(content_hash)), lower(hex(origin)), pub_date_ms,
    ingested_at_ms, title, link, audio, duration_s
  FROM episodes WHERE feed_id = ?`;
const EPISODE = `SELECT id, ${EPISODE_SELECT} FROM episodes WHERE id = ?`;
const FIRST_SEEN = 'SELECT lower(hex(identity)), seen_at_ms FROM first_seen WHERE feed_id = ?';
/** The id: the next free one of the second. */
export const INSERT = `
  INSERT INTO episodes (id, feed_id, ${EPISODE_COLUMN_NAMES})
  VALUES (
    coalesce((SELECT max(id) + 1 FROM episodes WHERE id BETWEEN ?1 AND ?2), ?1), ?, ${EPISODE_PARAMETERS}
  )`;
const UPDATE = `UPDATE episodes SET (${EPISODE_COLUMN_NAMES}) = (${EPISODE_PARAMETERS}) WHERE id = ?`;
const REMOVE = 'DELETE FROM episodes WHERE id = ?';
const REMEMBER_SEEN = `
  INSERT INTO first_seen (feed_id, identity, seen_at_ms, listed_at_ms) VALUES (?, unhex(?), ?, ?)
  ON CONFLICT DO UPDATE SET
    seen_at_ms = min(seen_at_ms, excluded.seen_at_ms), listed_at_ms = excluded.listed_at_ms`;

/** What the feed no longer lists; until then an item must not come back as new. */
const FORGET_SEEN = 'DELETE FROM first_seen WHERE feed_id = ? AND listed_at_ms < ?';

/** As {@link WritableCatalogue.storeFeed}. Times are epoch milliseconds. */
export function storeInSqlite(
  database: SqliteDatabase,
  feedUrl: string,
  reading: Extract<FeedReading, { kind: 'read' }>,
  now: number,
): StoreOutcome {
  const connection = database.connection();
  return inTransaction(connection, () => {
    const feed = feedId(connection, feedUrl, reading.show.title);
    const stored = readStoredEpisodes(prepared(connection, STORED).raw().all(feed));
    const planned = planStore({
      items: reading.items,
      show: reading.show,
      dropped: reading.dropped,
      stored,
      unlisted: episodesWith(connection, unlistedIds(reading.items, stored)),
      firstSeen: readFirstSeen(prepared(connection, FIRST_SEEN).raw().all(feed)),
      now,
    });
    const { blocked } = reading.show;
    const plan = forgetChapterFiles(connection, feed, planned, { blocked, now });
    const gone = linksOf(connection, plan.remove);
    carryOut(connection, feed, plan, now);
    updateCopies(connection, feed, gone);
    updateChapterFiles(connection, feed, plan, { blocked, now });
    updateTranscripts(connection, feed, plan.transcripts, { blocked, now });
    return plan.outcome;
  });
}

function episodesWith(connection: Connection, ids: readonly number[]): UnlistedEpisode[] {
  return ids.flatMap((id) => readUnlistedEpisodes(prepared(connection, EPISODE).raw().all(id)));
}

function carryOut(connection: Connection, feed: number, plan: StorePlan, now: number): void {
  for (const id of plan.remove) prepared(connection, REMOVE).run(id);
  for (const { id, row } of plan.update)
    prepared(connection, UPDATE).run(...episodeValues(row), id);
  for (const row of plan.insert) {
    const { first, last } = episodeIdRange(row.publishedAtMs);
    prepared(connection, INSERT).run(first, last, feed, ...episodeValues(row));
  }
  for (const { identity, seenAtMs } of plan.undated) {
    prepared(connection, REMEMBER_SEEN).run(feed, identity, seenAtMs, now);
  }
  if (plan.undated.length > 0) prepared(connection, FORGET_SEEN).run(feed, now);
}
