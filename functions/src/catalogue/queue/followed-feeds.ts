import * as z from 'zod';
import { DAY_MS } from '../../contract/index.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import type { NamedFeed } from './feed-queue.ts';
import { makePublic } from './feed-state.ts';
import { engine, row, rows, run, type Work } from '../schema/work.ts';

/** How long a show is still fetched after its last follower has left. */
const UNFOLLOWED_MS = 30 * DAY_MS;
/** How long the show is still stored: longer than its last episodes and its document are kept. */
const FORGOTTEN_MS = 90 * DAY_MS;
/** Failures in a row after which followers are told. */
const MOST_FAILURES = 5;

/** A show whose number of followers changed. */
export interface FollowedFeed extends NamedFeed {
  title: string;
  followers: number;
  /** True if Apple's directory names the show's address. */
  isNamed?: boolean | undefined;
  /** When `followers` changed, epoch milliseconds by the clock of the store of followers. */
  changedAtMs: number;
}

/** A followed feed that cannot be read. */
export interface FailingFeed {
  url: string;
  /** Error code of the last fetch; `operator-blocked`: the operator has blocked the feed. */
  code: string;
}

const failingFeed = z.object({
  url: z.string(),
  lastFailure: z.string().nullable(),
  state: z.string(),
});

/**
 * Stores numbers of followers. Only its followers find a show that is new here, unless a public directory
 * names it. A show that gets its first follower is due now. A show that only people have added is no longer
 * fetched when nobody has followed it for 30 days, and is deleted later.
 */
export function* followFeeds(feeds: readonly FollowedFeed[], now: number): Work<void> {
  const { table } = yield* engine();
  const named = feeds.filter(({ isNamed }) => isNamed).map(({ url }) => url);
  yield* makePublic(named, now);
  const changed = `${table('$1', {
    url: 'text',
    host: 'text',
    title: 'text',
    show_id: 'text',
    state: 'text',
    followers: 'integer',
    changed_at_ms: 'integer',
  })} AS item`;
  const items = feeds.map(({ url, host, title, followers, changedAtMs, isNamed = false }) => [
    url,
    host,
    title,
    showIdOf(url),
    isNamed ? 'public' : 'followers',
    followers,
    changedAtMs,
  ]);
  const isWanted = 'excluded.followers > 0';
  const isAnew = `${isWanted} AND (feeds.source IS NULL OR feeds.followers = 0)`;
  if (items.length > 0) {
    yield* run(
      `INSERT INTO feeds (url, host, title, show_id, source, state, state_since_ms, followers,
         followed, followed_at_ms, next_fetch_at_ms)
       SELECT url, host, title, show_id, CASE WHEN followers > 0 THEN 'person' END, state, $2,
         followers, CASE WHEN followers > 0 THEN 1 ELSE 0 END, changed_at_ms, $2
       FROM ${changed} WHERE true
       ON CONFLICT (url) DO UPDATE SET
         followers = excluded.followers, followed_at_ms = excluded.followed_at_ms,
         title = CASE feeds.title WHEN '' THEN excluded.title ELSE feeds.title END,
         host = CASE feeds.host WHEN '' THEN excluded.host ELSE feeds.host END,
         show_id = excluded.show_id,
         source = CASE WHEN ${isWanted} THEN coalesce(feeds.source, 'person') ELSE feeds.source END,
         followed = CASE WHEN ${isWanted} THEN 1 WHEN feeds.source = 'list' THEN feeds.followed ELSE 0 END,
         next_fetch_at_ms = CASE WHEN ${isAnew} AND feeds.next_fetch_at_ms > $2
           THEN $2 ELSE feeds.next_fetch_at_ms END`,
      items,
      now,
    );
  }
  yield* run(
    `UPDATE feeds SET source = NULL
     WHERE source = 'person' AND followers = 0 AND followed_at_ms <= $1`,
    now - UNFOLLOWED_MS,
  );
  const isForgotten = `source IS NULL AND followers = 0 AND followed_at_ms <= $1 AND state <> 'blocked'
    AND NOT EXISTS (SELECT 1 FROM episodes WHERE feed_id = feeds.id)`;
  yield* run(
    `DELETE FROM first_seen WHERE feed_id IN (SELECT id FROM feeds WHERE ${isForgotten})`,
    now - FORGOTTEN_MS,
  );
  yield* run(`DELETE FROM feeds WHERE ${isForgotten}`, now - FORGOTTEN_MS);
}

/**
 * Marks the shows with these titles (in lower case) as `followed`, so that they are fetched as often as
 * possible. Other shows without followers lose the mark, unless the operator lists them.
 */
export function* awaitShows(titles: readonly string[], now: number): Work<void> {
  const { table } = yield* engine();
  const unawaited = "followed = 1 AND followers = 0 AND source <> 'list'";
  if (titles.length === 0) return yield* run(`UPDATE feeds SET followed = 0 WHERE ${unawaited}`);
  const awaited = `(SELECT title FROM ${table('$1', { title: 'text' })} AS item)`;
  const rows = titles.map((title) => [title]);
  yield* run(
    `UPDATE feeds SET followed = 0 WHERE ${unawaited} AND lower(title) NOT IN ${awaited}`,
    rows,
  );
  yield* run(
    `UPDATE feeds SET followed = 1,
       next_fetch_at_ms = CASE WHEN failures = 0 AND next_fetch_at_ms > $2 THEN $2 ELSE next_fetch_at_ms END
     WHERE followed = 0 AND source IS NOT NULL AND state <> 'blocked' AND lower(title) IN ${awaited}`,
    rows,
    now,
  );
}

/** Time of the newest stored change of followers, epoch milliseconds; null without any. */
export function* followedUntil(): Work<number | null> {
  const { newestMs } = yield* row(
    z.object({ newestMs: z.number().nullable() }),
    'SELECT max(followed_at_ms) AS newest_ms FROM feeds WHERE followed_at_ms IS NOT NULL',
  );
  return newestMs;
}

/** Followed feeds that failed {@link MOST_FAILURES} times in a row, ask to be in no directory, or are blocked. */
export function* failingFeeds(): Work<FailingFeed[]> {
  const found = yield* rows(
    failingFeed,
    `SELECT url, last_failure, state FROM feeds
     WHERE followed_at_ms IS NOT NULL AND followers > 0
       AND (failures >= ${MOST_FAILURES} OR last_failure = 'blocked' OR state = 'blocked')
     ORDER BY url`,
  );
  return found.map(({ url, lastFailure: failure, state }) => ({
    url,
    code: state === 'blocked' ? 'operator-blocked' : (failure ?? 'unexpected'),
  }));
}

/** A followed show whose followers have not been told its present `isPublic`: whether everybody finds it. */
export interface UntoldShow {
  url: string;
  isPublic: boolean;
}

/** Maximum of shows that {@link untoldShows} returns to one refresh. */
const MOST_TOLD = 200;
const IS_PUBLIC = `CASE state WHEN 'followers' THEN 0 ELSE 1 END`;

export function* untoldShows(): Work<UntoldShow[]> {
  const found = yield* rows(
    z.object({ url: z.string(), isPublic: z.number() }),
    `SELECT url, ${IS_PUBLIC} AS is_public FROM feeds
     WHERE followed_at_ms IS NOT NULL AND followers > 0 AND state <> 'blocked'
       AND told_public IS DISTINCT FROM ${IS_PUBLIC} ORDER BY id LIMIT ${MOST_TOLD}`,
  );
  return found.map(({ url, isPublic }) => ({ url, isPublic: isPublic !== 0 }));
}

export function recordTold({ url, isPublic }: UntoldShow): Work<void> {
  return run('UPDATE feeds SET told_public = $2 WHERE url = $1', url, isPublic ? 1 : 0);
}

/** Feeds that nobody public has named. */
export function* unnamedFeeds(): Work<string[]> {
  const select = "SELECT url FROM feeds WHERE state = 'followers'";
  const found = yield* rows(z.object({ url: z.string() }), select);
  return found.map(({ url }) => url);
}
