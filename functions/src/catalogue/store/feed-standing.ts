import * as z from 'zod';
import { run, type Work } from './work.ts';

const FEED_STATES = ['passed', 'probation', 'dropped'] as const;

/** `probation`: searched, but in no alert and on no page. `dropped`: neither searched nor asked. */
type FeedState = (typeof FEED_STATES)[number];

const row = z.tuple([
  z.string().nullable(),
  z.enum(FEED_STATES),
  z.number().nullable(),
  z.string().nullable(),
  z.number(),
  z.number(),
  z.number().nullable(),
  z.number().nullable(),
]);

/** Who wants a feed, and what is held of it. Times are epoch milliseconds. */
export interface FeedStanding {
  /** `list`: the operator's. `index`: a candidate of an index. `person`: somebody follows it. Null: asked by name only. */
  source: string | null;
  state: FeedState;
  /** When it became known. */
  sinceMs: number | null;
  /** Common to feeds of one publisher. */
  publisher: string | null;
  followers: number;
  /** 1 if it is asked as often as can be. */
  followed: number;
  /** The last change of `followers`, by the clock of their store. */
  followedAtMs: number | null;
  /** The last wake-up. */
  pushedAtMs: number | null;
}

/** In the order of {@link readFeedStanding}. */
const COLUMNS = [
  ...['source', 'state', 'since_ms', 'publisher', 'followers', 'followed'],
  ...['followed_at_ms', 'pushed_at_ms'],
];
export const FEED_STANDING_COLUMNS = COLUMNS.join(', ');

export function readFeedStanding(values: readonly unknown[]): FeedStanding {
  const [source, state, sinceMs, publisher, followers, followed, ...times] = row.parse(values);
  const [followedAtMs, pushedAtMs] = times;
  return { source, state, sinceMs, publisher, followers, followed, followedAtMs, pushedAtMs };
}

export function recordStanding(feedId: number, standing: FeedStanding): Work<void> {
  const { source, state, sinceMs, publisher, followers, followed } = standing;
  const { followedAtMs, pushedAtMs } = standing;
  return run(
    `UPDATE feeds SET ${COLUMNS.map((column, at) => `${column} = $${at + 2}`).join(', ')} WHERE id = $1`,
    ...[feedId, source, state, sinceMs, publisher, followers, followed, followedAtMs, pushedAtMs],
  );
}
