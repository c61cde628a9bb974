import * as z from 'zod';
import { FEED_STATES } from '../sql/feed-states.ts';
import { columnOf } from '../sql/named-rows.ts';
import { run, type Work } from '../sql/work.ts';

const text = z.string().nullable();
const integer = z.number().nullable();

/** Who wants a feed, and what is held of it. Times are epoch milliseconds. */
export const feedStanding = z.object({
  /** `list`: the operator's. `index`: a candidate of an index. `person`: somebody follows it. Null: asked by name only, or no more. */
  source: text,
  state: z.enum(FEED_STATES),
  /** Why it has this state (`GateReason`); null if it was not judged. */
  reason: text,
  stateSinceMs: integer,
  /** When it became known. */
  sinceMs: integer,
  /** When the show began; null for feeds of the list. */
  startedMs: integer,
  /** Keys of who makes it, by name and by address. */
  publisher: text,
  owner: text,
  /** Its number in the index, its number at Apple and its GUID, by a dump of the index. */
  indexId: integer,
  appleId: integer,
  guid: text,
  followers: z.number(),
  /** 1 if it is asked as often as can be. */
  followed: z.number(),
  /** The last change of `followers`, by the clock of their store. */
  followedAtMs: integer,
  /** The id that its followers' lists have it by (`showIdOf`); null if nobody ever followed it. */
  showId: text,
  /** The last wake-up. */
  pushedAtMs: integer,
  /** When a loading of an index chose it last. */
  indexedAtMs: integer,
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
