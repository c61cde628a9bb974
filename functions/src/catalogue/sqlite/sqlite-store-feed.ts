import * as z from 'zod';
import { type Catalogue, type Connection, inTransaction, prepared } from './sqlite-database.ts';
import { episodeIdRange } from '../episode-id.ts';
import { feedId } from './sqlite-feeds.ts';
import type { DropCounts, FeedReading } from '../../feeds/feed-model.ts';
import type { StoredEpisode } from '../refresh/match-items.ts';
import { type EpisodeRow, planStore, type StorePlan } from '../refresh/plan-store.ts';

export interface StoreOutcome {
  new: number;
  updated: number;
  unchanged: number;
  /** Items left out, by the reader and here. */
  dropped: DropCounts;
}

const STORED = `
  SELECT id, lower(hex(identity)), lower(hex(content_hash)), pub_date_ms, ingested_at_ms,
    title, link, audio
  FROM episodes WHERE feed_id = ?`;
const FIRST_SEEN = 'SELECT lower(hex(identity)), seen_at_ms FROM first_seen WHERE feed_id = ?';
const CONTENT_COLUMNS =
  'identity, content_hash, pub_date_ms, ingested_at_ms, title, link, audio, image, language, podcast, publisher, description, duration_s';
const CONTENT_VALUES = 'unhex(?), unhex(?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?';
/** The id: the next free one of the second. */
const INSERT = `
  INSERT INTO episodes (id, feed_id, ${CONTENT_COLUMNS})
  VALUES (
    coalesce((SELECT max(id) + 1 FROM episodes WHERE id BETWEEN ?1 AND ?2), ?1), ?, ${CONTENT_VALUES}
  )`;
const UPDATE = `UPDATE episodes SET (${CONTENT_COLUMNS}) = (${CONTENT_VALUES}) WHERE id = ?`;
const REMOVE = 'DELETE FROM episodes WHERE id = ?';
const REMEMBER_SEEN = `
  INSERT INTO first_seen (feed_id, identity, seen_at_ms, listed_at_ms) VALUES (?, unhex(?), ?, ?)
  ON CONFLICT DO UPDATE SET
    seen_at_ms = min(seen_at_ms, excluded.seen_at_ms), listed_at_ms = excluded.listed_at_ms`;

/** What the feed no longer lists; until then an item must not come back as new. */
const FORGET_SEEN = 'DELETE FROM first_seen WHERE feed_id = ? AND listed_at_ms < ?';

const storedRows = z.array(
  z.tuple([
    z.number(),
    z.string(),
    z.string(),
    z.number(),
    z.number(),
    z.string(),
    z.string().nullable(),
    z.string().nullable(),
  ]),
);
const seenRows = z.array(z.tuple([z.string(), z.number()]));

/**
 * Stores what a feed was read to hold, as one transaction: all of it or, whatever happens, nothing.
 * An item seen before is updated, not doubled; nothing is written for one that did not change.
 * Times are epoch milliseconds.
 */
export function storeFeed(
  catalogue: Catalogue,
  feedUrl: string,
  reading: Extract<FeedReading, { kind: 'read' }>,
  now: number,
): StoreOutcome {
  const connection = catalogue.connection();
  return inTransaction(connection, () => {
    const feed = feedId(connection, feedUrl, reading.show.title);
    const seen = prepared(connection, FIRST_SEEN).raw().all(feed);
    const plan = planStore({
      items: reading.items,
      show: reading.show,
      dropped: reading.dropped,
      stored: storedEpisodes(connection, feed),
      firstSeen: new Map(seenRows.parse(seen)),
      now,
    });
    carryOut(connection, feed, plan, now);
    return plan.outcome;
  });
}

function storedEpisodes(connection: Connection, feed: number): StoredEpisode[] {
  return storedRows
    .parse(prepared(connection, STORED).raw().all(feed))
    .map(([id, identity, contentHash, publishedAtMs, ingestedAtMs, title, link, audio]) => ({
      id,
      identity,
      contentHash,
      publishedAtMs,
      ingestedAtMs,
      title,
      link,
      audio,
    }));
}

function carryOut(connection: Connection, feed: number, plan: StorePlan, now: number): void {
  for (const id of plan.remove) prepared(connection, REMOVE).run(id);
  for (const { id, row } of plan.update) prepared(connection, UPDATE).run(...contentOf(row), id);
  for (const row of plan.insert) {
    const { first, last } = episodeIdRange(row.publishedAtMs);
    prepared(connection, INSERT).run(first, last, feed, ...contentOf(row));
  }
  for (const { identity, seenAtMs } of plan.undated) {
    prepared(connection, REMEMBER_SEEN).run(feed, identity, seenAtMs, now);
  }
  if (plan.undated.length > 0) prepared(connection, FORGET_SEEN).run(feed, now);
}

function contentOf(row: EpisodeRow): (string | number | null)[] {
  return [
    row.identity,
    row.contentHash,
    row.publishedAtMs,
    row.ingestedAtMs,
    row.title,
    row.link,
    row.audio,
    row.image,
    row.language,
    row.podcast,
    row.publisher,
    row.description,
    row.durationSeconds,
  ];
}
