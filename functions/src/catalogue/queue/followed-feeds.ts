import * as z from 'zod';
import { DAY_MS } from '../../contract/index.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import type { NamedFeed } from './feed-queue.ts';
import { makePublic, trimUnfollowed } from './feed-state.ts';
import { engine, row, rows, run, type Work } from '../schema/work.ts';

/** How long a show is fetched after its last follower has left. */
const UNFOLLOWED_MS = 30 * DAY_MS;
/**
 * How long a followers-only show keeps all its episodes, which nobody can find, after its last follower has left. Somebody
 * who followed ten other shows each day would fill the catalogue otherwise.
 */
const TRIMMED_MS = DAY_MS;
/** How long a show without followers is stored: longer than its episodes and its Firestore document. */
const FORGOTTEN_MS = 90 * DAY_MS;
/** Consecutive failures before followers are notified. */
const MIN_FAILURES = 5;

export interface FollowedFeed extends NamedFeed {
  title: string;
  followers: number;
  /** True if Apple's directory lists the feed's URL. */
  isNamed?: boolean | undefined;
  /** When `followers` changed, epoch milliseconds by Firestore's clock. */
  changedAtMs: number;
  /** Keys that tell followers apart; missing for shows whose followers are unknown. */
  sharers?: readonly string[] | undefined;
}

export interface FailingFeed {
  url: string;
  /** Error code of the last fetch, or `operator-blocked`. */
  code: string;
}

const failingFeed = z.object({
  url: z.string(),
  lastFailure: z.string().nullable(),
  state: z.string(),
});

/**
 * Stores numbers of followers. An unknown show is followers-only unless a public directory lists it. A show with its
 * first follower is due now. Without followers, a show that only people added is fetched for {@link UNFOLLOWED_MS}
 * and stored for {@link FORGOTTEN_MS}.
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
    sharers: 'text',
  })} AS item`;
  const items = feeds.map(({ url, host, title, followers, changedAtMs, isNamed, sharers }) => [
    url,
    host,
    title,
    showIdOf(url),
    isNamed === true ? 'public' : 'followers',
    followers,
    changedAtMs,
    JSON.stringify(sharers ?? []),
  ]);
  const isWanted = 'excluded.followers > 0';
  const isAnew = `${isWanted} AND (feeds.source IS NULL OR feeds.followers = 0)`;
  if (items.length > 0) {
    yield* run(
      `INSERT INTO feeds (url, host, title, show_id, source, state, state_since_ms, followers,
         followed, followed_at_ms, next_fetch_at_ms, sharers)
       SELECT url, host, title, show_id, CASE WHEN followers > 0 THEN 'person' END, state, $2,
         followers, CASE WHEN followers > 0 THEN 1 ELSE 0 END, changed_at_ms, $2, sharers
       FROM ${changed} WHERE true
       ON CONFLICT (url) DO UPDATE SET
         followers = excluded.followers, sharers = excluded.sharers, followed_at_ms = excluded.followed_at_ms,
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
  yield* trimUnfollowed(now - TRIMMED_MS);
}

/**
 * Sets `followed` for the shows with these titles (in lower case): they are fetched at the shortest interval. Clears
 * it for other shows without followers that the operator does not list.
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

/** Returns when followers last changed, epoch milliseconds by Firestore's clock; null without changes. */
export function* followedUntil(): Work<number | null> {
  const { newestMs } = yield* row(
    z.object({ newestMs: z.number().nullable() }),
    'SELECT max(followed_at_ms) AS newest_ms FROM feeds WHERE followed_at_ms IS NOT NULL',
  );
  return newestMs;
}

/** Lists followed feeds that failed {@link MIN_FAILURES} times in a row, opt out of directories or are blocked. */
export function* failingFeeds(): Work<FailingFeed[]> {
  const found = yield* rows(
    failingFeed,
    `SELECT url, last_failure, state FROM feeds
     WHERE followed_at_ms IS NOT NULL AND followers > 0
       AND (failures >= ${MIN_FAILURES} OR last_failure = 'blocked' OR state = 'blocked')
     ORDER BY url`,
  );
  return found.map(({ url, lastFailure: failure, state }) => ({
    url,
    code: state === 'blocked' ? 'operator-blocked' : (failure ?? 'unexpected'),
  }));
}

/** A show whose visibility changed since its followers were notified. */
export interface UntoldShow {
  url: string;
  isPublic: boolean;
}

/** Max shows per refresh whose followers are notified. */
const MAX_UNTOLD = 200;
const IS_PUBLIC = `CASE state WHEN 'followers' THEN 0 ELSE 1 END`;

export function* untoldShows(): Work<UntoldShow[]> {
  const found = yield* rows(
    z.object({ url: z.string(), isPublic: z.number() }),
    `SELECT url, ${IS_PUBLIC} AS is_public FROM feeds
     WHERE followed_at_ms IS NOT NULL AND followers > 0 AND state <> 'blocked'
       AND told_public IS DISTINCT FROM ${IS_PUBLIC} ORDER BY id LIMIT ${MAX_UNTOLD}`,
  );
  return found.map(({ url, isPublic }) => ({ url, isPublic: isPublic !== 0 }));
}

export function recordTold({ url, isPublic }: UntoldShow): Work<void> {
  return run('UPDATE feeds SET told_public = $2 WHERE url = $1', url, isPublic ? 1 : 0);
}
