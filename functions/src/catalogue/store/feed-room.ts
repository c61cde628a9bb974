import * as z from 'zod';
import { DAY_MS } from '../../contract/index.ts';
import type { Catalogued } from '../schema/dialect.ts';
import { engine, row, rows, run, type Work } from '../schema/work.ts';
import type { FeedRoom } from './limit-growth.ts';

/** Max new episodes of a known feed in 24 hours, unless the operator's list says more. */
const MAX_NEW_A_DAY = 50;

export interface FollowerLimits {
  /** Max episodes of all followers-only shows that are counted to one person. */
  person: number;
  /** A followers-only show may have this many for each follower, however many the person's other shows have. */
  show: number;
  /** Shows that only people added stop growing when the catalogue has this much. Default: the engine's. */
  catalogue?: Catalogued;
}

export const FOLLOWER_LIMITS: FollowerLimits = { person: 2_000, show: 100 };

/** A window of 24 hours, which starts with its first new episode. */
interface Day {
  newSinceMs: number | null;
  newCount: number;
}

const standingRow = z.object({
  source: z.string().nullable(),
  state: z.string(),
  followers: z.number(),
  sharers: z.string(),
  payer: z.string().nullable(),
  newADay: z.number().nullable(),
  newSinceMs: z.number().nullable(),
  newCount: z.number(),
});

/** Returns what the feed may still store, and stores to whom its episodes are counted. */
export function* roomOfFeed(
  feed: number,
  { hasHistory, stored, now }: { hasHistory: boolean; stored: number; now: number },
  limits: FollowerLimits,
): Work<FeedRoom> {
  const standing = yield* row(
    standingRow,
    `SELECT source, state, followers, sharers, payer, new_a_day, new_since_ms, new_count
     FROM feeds WHERE id = $1`,
    feed,
  );
  const { newADay } = standing;
  const newItems = hasHistory
    ? Math.max(0, (newADay ?? MAX_NEW_A_DAY) - newInDay(standing, now))
    : Infinity;
  const isHidden = standing.state === 'followers';
  const forFollowers = isHidden ? yield* roomOfFollowers(feed, standing, stored, limits) : null;
  if (!isHidden && standing.source !== 'person') return { newItems, episodes: Infinity };
  const free = yield* freeEpisodes(limits.catalogue);
  const within = { newItems, ...(forFollowers ?? { episodes: Infinity }) };
  if (stored + free >= within.episodes) return within;
  return { newItems, episodes: stored + free, beyond: 'catalogue-full' };
}

/** Counts a new day's episodes from 0, also if the clock has been put back. */
function newInDay({ newSinceMs, newCount }: Day, now: number): number {
  return isSameDay(newSinceMs, now) ? newCount : 0;
}

function isSameDay(newSinceMs: number | null, now: number): boolean {
  return newSinceMs !== null && newSinceMs <= now && now < newSinceMs + DAY_MS;
}

const usageRow = z.object({ payer: z.string(), episodes: z.number() });

/** A show is counted to the follower whose other shows have the fewest episodes. */
function* roomOfFollowers(
  feed: number,
  { followers, sharers, payer }: z.infer<typeof standingRow>,
  stored: number,
  limits: FollowerLimits,
): Work<Omit<FeedRoom, 'newItems'>> {
  if (followers === 0) return { episodes: stored, beyond: 'no-followers' };
  const { table } = yield* engine();
  const known = z.array(z.string()).parse(JSON.parse(sharers));
  const candidates = known.length === 0 ? [UNKNOWN_FOLLOWER] : known;
  const usage = yield* rows(
    usageRow,
    `SELECT payer, count(*) AS episodes FROM feeds JOIN episodes ON feed_id = feeds.id
     WHERE state = 'followers' AND feeds.id <> $1
       AND payer IN (SELECT payer FROM ${table('$2', { payer: 'text' })} AS item)
     GROUP BY payer`,
    feed,
    candidates.map((candidate) => [candidate]),
  );
  const used = new Map(usage.map((each) => [each.payer, each.episodes]));
  const usedBy = (candidate: string) => used.get(candidate) ?? 0;
  const chosen = candidates.reduce((best, each) => (usedBy(each) < usedBy(best) ? each : best));
  if (chosen !== payer) yield* run('UPDATE feeds SET payer = $2 WHERE id = $1', feed, chosen);
  const episodes = Math.max(limits.show * followers, limits.person - usedBy(chosen));
  return { episodes, beyond: 'over-follower-limit' };
}

/** Followers whose shows were stored before followers were told apart count as one person. */
const UNKNOWN_FOLLOWER = '';

export interface CatalogueSize extends Catalogued {
  /** Shows that only people added stop growing from here. */
  growsUntil: Catalogued;
}

export function* catalogueSize(growsUntil?: Catalogued): Work<CatalogueSize> {
  const { bytesUsed, growsUntil: usual } = yield* engine();
  const size = yield* row(
    z.object({ episodes: z.number(), bytes: z.number() }),
    `SELECT (SELECT count(*) FROM episodes) AS episodes, ${bytesUsed} AS bytes`,
  );
  return { ...size, growsUntil: growsUntil ?? usual };
}

function* freeEpisodes(until?: Catalogued): Work<number> {
  const { episodes, bytes, growsUntil } = yield* catalogueSize(until);
  if (bytes >= growsUntil.bytes) return 0;
  return Math.max(0, growsUntil.episodes - episodes);
}

/** Counts new episodes of a known feed, and items left out. */
export function* recordGrowth(
  feed: number,
  { added, leftOut, now }: { added: number; leftOut: number; now: number },
): Work<void> {
  yield* run('UPDATE feeds SET left_out = $2 WHERE id = $1 AND left_out <> $2', feed, leftOut);
  if (added === 0) return;
  const isSame = 'new_since_ms <= $2 AND $2 < new_since_ms + $3';
  yield* run(
    `UPDATE feeds SET
       new_count = CASE WHEN ${isSame} THEN new_count ELSE 0 END + $4,
       new_since_ms = CASE WHEN ${isSame} THEN new_since_ms ELSE $2 END
     WHERE id = $1`,
    feed,
    now,
    DAY_MS,
    added,
  );
}
