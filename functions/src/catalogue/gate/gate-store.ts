import * as z from 'zod';
import { DAY_MS } from '../../contract/index.ts';
import type { FeedReading } from '../../feeds/feed-model.ts';
import {
  FLOOD,
  type GateFacts,
  judgeFeed,
  type Judgement,
  MOST_STARTS,
  PROBATION_MS,
} from './judge-feed.ts';
import { ownerKey, publisherKey } from './publisher-keys.ts';
import type { StoredEpisode } from '../items/match-items.ts';
import { FEED_STANDING_COLUMNS, type FeedStanding, readFeedStanding } from './feed-standing.ts';
import { changeState } from './feed-state.ts';
import { rows, run, type Work } from '../sql/work.ts';

/** Starts of longer ago are no burst: indexes took in their first shows all at once. */
const BURSTS_SINCE_MS = 365 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;
const LONG_SECONDS = 180;
/** Shows whose probation ends in one transaction. */
const SETTLED_AT_ONCE = 200;

type Read = Pick<Extract<FeedReading, { kind: 'read' }>, 'items' | 'show'>;

interface JudgedFeed {
  id: number;
  host: string;
  standing: FeedStanding;
}

const judgedRows = z.array(z.tuple([z.number(), z.string()]).rest(z.unknown()));
const counts = z.tuple([z.tuple([z.number(), z.number(), z.number(), z.number()])]);
const standings = z.tuple([z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()])]);

function* feedsWhere(condition: string, ...values: (number | string)[]): Work<JudgedFeed[]> {
  const select = `SELECT id, host, ${FEED_STANDING_COLUMNS} FROM feeds WHERE ${condition}`;
  return judgedRows
    .parse(yield* rows(select, ...values))
    .map(([id, host, ...standing]) => ({ id, host, standing: readFeedStanding(standing) }));
}

/** Judges a feed by what it lists now. The operator's own feeds cost nothing. */
export function* judgeReading(
  id: number,
  { items, show }: Read,
  stored: readonly StoredEpisode[],
  now: number,
): Work<Judgement> {
  const [feed] = yield* feedsWhere('id = $1', id);
  if (feed === undefined || isWanted(feed)) return { state: 'passed', reason: 'wanted' };
  const dates = items.map((item) => item.publishedAtMs).filter((date) => date !== null);
  const long = items.filter(({ durationSeconds }) => (durationSeconds ?? 0) > LONG_SECONDS);
  const startedMs = feed.standing.startedMs ?? Math.min(now, ...dates);
  const publisher = publisherKey(show.publisher, show.title, feed.host);
  const owner = ownerKey(show);
  yield* run(
    'UPDATE feeds SET publisher = $2, owner = $3, started_ms = $4 WHERE id = $1',
    id,
    publisher,
    owner,
    startedMs,
  );
  const standing = { ...feed.standing, startedMs, publisher, owner };
  const isOfDay = ({ publishedAtMs }: { publishedAtMs: number | null }) =>
    publishedAtMs !== null && publishedAtMs > now - DAY_MS;
  return yield* judge({ ...feed, standing }, now, {
    declaresSynthetic: show.synthetic === true,
    oldestLongMs: minimum(long.map(({ publishedAtMs }) => publishedAtMs ?? now)),
    lastDay: Math.max(items.filter(isOfDay).length, stored.filter(isOfDay).length),
    listed: items.length,
  });
}

type Listed = Pick<GateFacts, 'declaresSynthetic' | 'oldestLongMs' | 'lastDay' | 'listed'>;

/**
 * Judges shows whose probation has ended, also those that list nothing new; some of them at a time.
 * Returns their number.
 */
export function* settleProbations(now: number): Work<number> {
  const ended = yield* feedsWhere(
    `state = 'probation' AND state_since_ms <= $1 AND source IS NOT NULL AND last_fetch_at_ms IS NOT NULL
       AND (followers = 0 OR reason = 'new') ORDER BY state_since_ms LIMIT ${SETTLED_AT_ONCE}`,
    now - PROBATION_MS,
  );
  for (const feed of ended) yield* judge(feed, now, listedBefore(feed.standing));
  return ended.length;
}

/** What the last reading listed, as far as it decided. */
function listedBefore({ reason }: FeedStanding): Listed {
  return {
    declaresSynthetic: reason === 'synthetic',
    oldestLongMs: null,
    lastDay: reason === 'flood' ? FLOOD.episodes + 1 : 0,
    listed: reason === null || reason === 'empty' ? 0 : 1,
  };
}

/** What nobody asks any more that people brought has no source, too. */
function isWanted({ standing: { source, state, reason } }: JudgedFeed): boolean {
  if (state === 'followers' || reason === 'operator') return false;
  return source === null || source === 'list';
}

function* judge(feed: JudgedFeed, now: number, listed: Listed): Work<Judgement> {
  const { state, reason, stateSinceMs, sinceMs, followers } = feed.standing;
  const hasPassed = state === 'passed';
  const judgement = judgeFeed({
    now,
    hasPassed,
    followers,
    ...listed,
    word: reason === 'operator' ? state : null,
    isWanted: isWanted(feed),
    isNamed: state !== 'followers',
    sinceMs: hasPassed ? now : (stateSinceMs ?? sinceMs ?? now),
    starts: yield* startsOf(feed, now),
  });
  yield* changeState(feed, judgement, now);
  return judgement;
}

/**
 * Shows that started within a week of this one by the same publisher, owner or, if the host is new,
 * on the same host; the most of these, counted up to the limit.
 */
function* startsOf({ host, standing }: JudgedFeed, now: number): Work<number> {
  const { startedMs, publisher, owner } = standing;
  if (startedMs === null || startedMs < now - BURSTS_SINCE_MS) return 1;
  const within = 'AND started_ms BETWEEN $4 AND $5';
  const before = 'AND started_ms < $4';
  const upTo = (condition: string) =>
    `(SELECT count(*) FROM (SELECT 1 FROM feeds WHERE ${condition} LIMIT ${MOST_STARTS + 1}) AS few)`;
  const [[byPublisher, byOwner, byHost, earlier]] = counts.parse(
    yield* rows(
      `SELECT ${upTo(`publisher = $1 ${within}`)}, ${upTo(`owner = $2 ${within}`)},
         ${upTo(`host = $3 ${within}`)}, ${upTo(`host = $3 ${before}`)}`,
      publisher,
      owner,
      host,
      startedMs - WEEK_MS,
      startedMs + WEEK_MS,
    ),
  );
  return Math.max(byPublisher, byOwner, earlier > MOST_STARTS || host === '' ? 0 : byHost);
}

function minimum(dates: readonly number[]): number | null {
  return dates.length === 0 ? null : Math.min(...dates);
}

/** How many shows the gate holds, and how many it has judged within a day. */
export interface GateCounts {
  probation: number;
  /** Shows that only their followers hear. */
  forFollowers: number;
  dropped: number;
  passedToday: number;
  droppedToday: number;
}

export function* gateCounts(now: number): Work<GateCounts> {
  const since = 'state_since_ms > $1';
  const [[probation, forFollowers, dropped, passedToday, droppedToday]] = standings.parse(
    yield* rows(
      `SELECT (SELECT count(*) FROM feeds WHERE state = 'probation'),
         (SELECT count(*) FROM feeds WHERE state = 'followers'),
         (SELECT count(*) FROM feeds WHERE state = 'dropped'),
         (SELECT count(*) FROM feeds WHERE state = 'passed' AND ${since}),
         (SELECT count(*) FROM feeds WHERE state = 'dropped' AND ${since})`,
      now - DAY_MS,
    ),
  );
  return { probation, forFollowers, dropped, passedToday, droppedToday };
}
