import * as z from 'zod';
import { FEED_STATES } from '../sql/feed-states.ts';
import { columnOf } from '../sql/named-rows.ts';
import { run, type Work } from '../sql/work.ts';

const text = z.string().nullable();
const integer = z.number().nullable();

/** Who wants a feed, and what the gate knows of it. Times are epoch milliseconds. */
export const feedStanding = z.object({
  /**
   * `list`: the operator lists the feed. `person`: somebody follows it. Null: it is fetched only by name, or
   * no longer.
   */
  source: text,
  state: z.enum(FEED_STATES),
  /** Why it has this state (`GateReason`); null if it was not judged. */
  reason: text,
  stateSinceMs: integer,
  /** When the feed became known. */
  sinceMs: integer,
  /** When the show began; null for feeds of the list. */
  startedMs: integer,
  /** Keys of the publisher's name and of the owner's email address. */
  publisher: text,
  owner: text,
  followers: z.number(),
  /** 1 if the feed is fetched as often as possible, else 0. */
  followed: z.number(),
  /** When `followers` last changed, by the clock of the store of followers. */
  followedAtMs: integer,
  /** The show's id in the lists of its followers (`showIdOf`); null if nobody has ever followed it. */
  showId: text,
});

export type FeedStanding = z.infer<typeof feedStanding>;

const FIELDS = Object.keys(feedStanding.shape) as (keyof FeedStanding)[];
const COLUMNS = FIELDS.map(columnOf);
export const FEED_STANDING_COLUMNS = COLUMNS.join(', ');

export function recordStanding(feedId: number, values: FeedStanding): Work<void> {
  return run(
    `UPDATE feeds SET ${COLUMNS.map((column, at) => `${column} = $${at + 2}`).join(', ')} WHERE id = $1`,
    feedId,
    ...FIELDS.map((field) => values[field]),
  );
}
