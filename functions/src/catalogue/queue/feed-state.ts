import * as z from 'zod';
import { linksOf, regroupLinked } from '../store/duplicates-store.ts';
import { UNGROUPED_SEEN_MS } from '../store/seen-later.ts';
import { FEED_STATES, type FeedState } from '../schema/feed-states.ts';
import { engine, row, rows, run, type Work } from '../schema/work.ts';

interface StatedFeed {
  id: number;
  state: FeedState;
}

const statedFeed = z.object({ id: z.number(), state: z.enum(FEED_STATES) });

function* feedsWhere(condition: string, value: string | string[][]): Work<StatedFeed[]> {
  return yield* rows(statedFeed, `SELECT id, state FROM feeds WHERE ${condition}`, value);
}

/** Returns the number of feeds that were followers-only. Blocked feeds become public when unblocked. */
export function* makePublic(urls: readonly string[], now: number): Work<number> {
  if (urls.length === 0) return 0;
  const { table } = yield* engine();
  const named = `url IN (SELECT url FROM ${table('$1', { url: 'text' })} AS item)`;
  const values = urls.map((url) => [url]);
  yield* run(
    `UPDATE feeds SET state_before_block = 'public' WHERE state = 'blocked' AND ${named}`,
    values,
  );
  const hidden = yield* feedsWhere(`state = 'followers' AND ${named}`, values);
  for (const feed of hidden) {
    yield* setState(feed, 'public', now);
    yield* groupDuplicates(feed);
  }
  return hidden.length;
}

/** Blocks the feed, even if it is unknown, and deletes its episodes. */
export function* blockFeed(url: string, now: number): Work<void> {
  yield* run(
    `INSERT INTO feeds (url, state, state_since_ms, state_before_block)
     VALUES ($1, 'blocked', $2, 'followers') ON CONFLICT (url) DO NOTHING`,
    url,
    now,
  );
  const [known] = yield* feedsWhere(`url = $1 AND state <> 'blocked'`, url);
  if (known === undefined) return;
  yield* run('UPDATE feeds SET state_before_block = state WHERE id = $1', known.id);
  yield* setState(known, 'blocked', now);
  yield* emptyFeed(known.id);
}

/** Restores the previous state, and schedules a full fetch now. Returns false if the feed is not blocked. */
export function* unblockFeed(url: string, now: number): Work<boolean> {
  const [feed] = yield* feedsWhere(`url = $1 AND state = 'blocked'`, url);
  if (feed === undefined) return false;
  yield* run(
    `UPDATE feeds SET state = coalesce(state_before_block, 'followers'), state_before_block = NULL,
       state_since_ms = $2, next_fetch_at_ms = $2, etag = NULL, last_modified = NULL, body_hash = NULL
     WHERE id = $1`,
    feed.id,
    now,
  );
  return true;
}

function setState({ id }: StatedFeed, state: FeedState, now: number): Work<void> {
  return run('UPDATE feeds SET state = $2, state_since_ms = $3 WHERE id = $1', id, state, now);
}

/** Deletes the episodes of a feed that opts out of directories. False, without changes, unless only people added it. */
export function* emptyAddedFeed(url: string): Work<boolean> {
  const [feed] = yield* feedsWhere(`url = $1 AND source = 'person'`, url);
  if (feed === undefined) return false;
  yield* run('UPDATE feeds SET forbids_services = 1 WHERE id = $1', feed.id);
  yield* emptyFeed(feed.id);
  return true;
}

/** Number of newest episodes that a followers-only show keeps without followers. */
const MAX_UNFOLLOWED = 10;

/**
 * Deletes all but the newest episodes of followers-only feeds without followers since `sinceMs`. Forgets what would
 * prevent a full fetch.
 */
export function* trimUnfollowed(sinceMs: number): Work<void> {
  const unfollowed = yield* rows(
    z.object({ id: z.number() }),
    `SELECT id FROM feeds WHERE state = 'followers' AND followers = 0 AND followed_at_ms <= $1
       AND (SELECT count(*) FROM episodes WHERE feed_id = feeds.id) > ${MAX_UNFOLLOWED}`,
    sinceMs,
  );
  for (const { id } of unfollowed) {
    const newestFirst = (yield* episodesOf(id)).sort((left, right) => right - left);
    yield* removeEpisodes(id, newestFirst.slice(MAX_UNFOLLOWED));
    yield* run(
      'UPDATE feeds SET etag = NULL, last_modified = NULL, body_hash = NULL WHERE id = $1',
      id,
    );
  }
}

function* emptyFeed(id: number): Work<void> {
  yield* run('DELETE FROM first_seen WHERE feed_id = $1', id);
  yield* removeEpisodes(id, yield* episodesOf(id));
}

function* removeEpisodes(feed: number, gone: readonly number[]): Work<void> {
  if (gone.length === 0) return;
  const links = yield* linksOf(gone);
  yield* (yield* engine()).removeEpisodes(feed, gone);
  yield* regroupLinked(links);
}

/** Adds the episodes of a feed that was followers-only to the groups of their duplicates. */
function* groupDuplicates({ id }: StatedFeed): Work<void> {
  const links = yield* linksOf(yield* episodesOf(id), 'all');
  yield* run(
    `UPDATE copies SET seen_at_ms = seen_at_ms - $2
     WHERE episode_id IN (SELECT id FROM episodes WHERE feed_id = $1)`,
    id,
    UNGROUPED_SEEN_MS,
  );
  yield* regroupLinked(links);
}

function* episodesOf(feed: number): Work<number[]> {
  const select = 'SELECT id FROM episodes WHERE feed_id = $1';
  const found = yield* rows(z.object({ id: z.number() }), select, feed);
  return found.map(({ id }) => id);
}

const stateCounts = z.object({ followers: z.number(), blocked: z.number() });

export function* countStates(): Work<z.infer<typeof stateCounts>> {
  return yield* row(
    stateCounts,
    `SELECT (SELECT count(*) FROM feeds WHERE state = 'followers') AS followers,
       (SELECT count(*) FROM feeds WHERE state = 'blocked') AS blocked`,
  );
}

/** Returns the number of items that limits left out of the last readings, and of their feeds. */
export function* countLeftOut(): Work<{ items: number; feeds: number }> {
  const { types } = yield* engine();
  return yield* row(
    z.object({ items: z.number(), feeds: z.number() }),
    `SELECT CAST(coalesce(sum(left_out), 0) AS ${types.integer}) AS items, count(*) AS feeds
     FROM feeds WHERE left_out > 0`,
  );
}

const blockedFeed = z.object({
  url: z.string(),
  title: z.string(),
  stateBeforeBlock: z.enum(FEED_STATES).nullable(),
});

export interface BlockedFeed {
  /** Only the origin if the URL may be secret. */
  url: string;
  title: string;
}

export function* blockedFeeds(): Work<BlockedFeed[]> {
  const found = yield* rows(
    blockedFeed,
    `SELECT url, title, state_before_block FROM feeds WHERE state = 'blocked' ORDER BY state_since_ms, id`,
  );
  return found.map(({ url, title, stateBeforeBlock }) => ({
    url: stateBeforeBlock === 'public' ? url : originOf(url),
    title,
  }));
}

function originOf(url: string): string {
  return URL.canParse(url) ? `${new URL(url).origin}/…` : url;
}

const largeFeed = z.object({
  url: z.string(),
  title: z.string(),
  showId: z.string().nullable(),
  state: z.enum(FEED_STATES),
  source: z.string().nullable(),
  followers: z.number(),
  stored: z.number(),
  newCount: z.number(),
  leftOut: z.number(),
});

/** A feed's URL is only its origin if it may be secret; the show id names the feed then. */
export type LargeFeed = z.infer<typeof largeFeed>;

/** Lists the feeds with the most stored and left out items. */
export function* largestFeeds(limit: number): Work<LargeFeed[]> {
  const found = yield* rows(
    largeFeed,
    `SELECT url, title, show_id, state, source, followers, stored, new_count, left_out
     FROM (SELECT feeds.*, (SELECT count(*) FROM episodes WHERE feed_id = feeds.id) AS stored FROM feeds) AS counted
     WHERE stored + left_out > 0 ORDER BY stored + left_out DESC, id LIMIT $1`,
    limit,
  );
  return found.map((feed) => ({
    ...feed,
    url: feed.state === 'followers' ? originOf(feed.url) : feed.url,
  }));
}

/** Returns the URL of the feed with this show id, null if there is none. */
export function* feedOfShow(showId: string): Work<string | null> {
  const select = 'SELECT url FROM feeds WHERE show_id = $1 ORDER BY id LIMIT 1';
  const [found] = yield* rows(z.object({ url: z.string() }), select, showId);
  return found?.url ?? null;
}
