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
import { FEED_STANDING_COLUMNS, type FeedStanding, feedStanding } from './feed-standing.ts';
import { changeState } from './feed-state.ts';
import { row, rows, run, type Work } from '../sql/work.ts';

/** Shows that started longer ago are no burst: indexes added their first shows all at the same time. */
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

const judgedFeed = z.object({ ...feedStanding.shape, id: z.number(), host: z.string() });
const starts = z.object({
  byPublisher: z.number(),
  byOwner: z.number(),
  byHost: z.number(),
  earlier: z.number(),
});

function* feedsWhere(condition: string, ...values: (number | string)[]): Work<JudgedFeed[]> {
  const select = `SELECT id, host, ${FEED_STANDING_COLUMNS} FROM feeds WHERE ${condition}`;
  const found = yield* rows(judgedFeed, select, ...values);
  return found.map(({ id, host, ...standing }) => ({ id, host, standing }));
}

/** Judges a feed by the items that it lists now. Feeds that the operator lists or named pass unexamined. */
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
 * Judges shows whose probation has ended, also those whose feeds have not changed. Judges up to
 * {@link SETTLED_AT_ONCE} shows a call, and returns their number.
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

/** What the feed listed when it was last read, as far as the reason of the last judgement tells. */
function listedBefore({ reason }: FeedStanding): Listed {
  return {
    declaresSynthetic: reason === 'synthetic',
    oldestLongMs: null,
    lastDay: reason === 'flood' ? FLOOD.episodes + 1 : 0,
    listed: reason === null || reason === 'empty' ? 0 : 1,
  };
}

/**
 * Whether the operator lists the feed or named it. State `followers` is excluded: a feed that people brought
 * and nobody follows any more has no source, either.
 */
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
 * on the same host: the largest of these numbers, each counted up to the limit.
 */
function* startsOf({ host, standing }: JudgedFeed, now: number): Work<number> {
  const { startedMs, publisher, owner } = standing;
  if (startedMs === null || startedMs < now - BURSTS_SINCE_MS) return 1;
  const within = 'AND started_ms BETWEEN $4 AND $5';
  const before = 'AND started_ms < $4';
  const upTo = (condition: string) =>
    `(SELECT count(*) FROM (SELECT 1 FROM feeds WHERE ${condition} LIMIT ${MOST_STARTS + 1}) AS few)`;
  const { byPublisher, byOwner, byHost, earlier } = yield* row(
    starts,
    `SELECT ${upTo(`publisher = $1 ${within}`)} AS by_publisher,
       ${upTo(`owner = $2 ${within}`)} AS by_owner,
       ${upTo(`host = $3 ${within}`)} AS by_host, ${upTo(`host = $3 ${before}`)} AS earlier`,
    publisher,
    owner,
    host,
    startedMs - WEEK_MS,
    startedMs + WEEK_MS,
  );
  return Math.max(byPublisher, byOwner, earlier > MOST_STARTS || host === '' ? 0 : byHost);
}

function minimum(dates: readonly number[]): number | null {
  return dates.length === 0 ? null : Math.min(...dates);
}

const gateCountsRow = z.object({
  probation: z.number(),
  /** Shows that only their followers hear. */
  forFollowers: z.number(),
  dropped: z.number(),
  passedToday: z.number(),
  droppedToday: z.number(),
});

/** How many shows the gate holds, and how many it has judged within a day. */
export type GateCounts = z.infer<typeof gateCountsRow>;

export function* gateCounts(now: number): Work<GateCounts> {
  const since = 'state_since_ms > $1';
  return yield* row(
    gateCountsRow,
    `SELECT (SELECT count(*) FROM feeds WHERE state = 'probation') AS probation,
       (SELECT count(*) FROM feeds WHERE state = 'followers') AS for_followers,
       (SELECT count(*) FROM feeds WHERE state = 'dropped') AS dropped,
       (SELECT count(*) FROM feeds WHERE state = 'passed' AND ${since}) AS passed_today,
       (SELECT count(*) FROM feeds WHERE state = 'dropped' AND ${since}) AS dropped_today`,
    now - DAY_MS,
  );
}
