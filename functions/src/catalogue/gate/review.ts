import * as z from 'zod';
import { FEED_STATES, type FeedState } from '../sql/feed-states.ts';
import { changeState } from './feed-state.ts';
import { rows, type Work } from '../sql/work.ts';

/** Shows that are listed for the operator, those with a reason against them first. */
const MOST_LISTED = 500;

const heldShow = z.object({
  url: z.string(),
  title: z.string(),
  publisher: z.string().nullable(),
  state: z.enum(FEED_STATES),
  reason: z.string().nullable(),
  sinceMs: z.number().nullable(),
  followers: z.number(),
  episodes: z.number(),
  isBrought: z.number(),
});
const namedFeed = z.object({
  id: z.number(),
  state: z.enum(FEED_STATES),
  reason: z.string().nullable(),
});

/** A show that has not passed the gate, for the operator. */
export interface HeldShow {
  /** Without path and query if people brought the show, as these may hold a secret. */
  url: string;
  title: string;
  publisher: string | null;
  state: FeedState;
  reason: string | null;
  sinceMs: number | null;
  followers: number;
  episodes: number;
}

/** Shows on probation and dropped ones; at most {@link MOST_LISTED}. */
export function* heldShows(): Work<HeldShow[]> {
  const found = yield* rows(
    heldShow,
    `SELECT url, title, publisher, state, reason, state_since_ms AS since_ms, followers,
       (SELECT count(*) FROM episodes WHERE feed_id = feeds.id) AS episodes,
       CASE WHEN show_id IS NOT NULL AND coalesce(source, 'person') = 'person' THEN 1 ELSE 0 END AS is_brought
     FROM feeds WHERE state IN ('probation', 'dropped')
     ORDER BY CASE WHEN reason IS NULL THEN 2 WHEN reason = 'new' THEN 1 ELSE 0 END,
       state_since_ms DESC, id LIMIT ${MOST_LISTED}`,
  );
  return found.map(({ url, isBrought, ...show }) => ({
    url: isBrought === 0 || !URL.canParse(url) ? url : `${new URL(url).origin}/…`,
    ...show,
  }));
}

/**
 * Stores the state that the operator gives to the show with an address, or to all shows of a publisher;
 * returns their number. A show that only its followers hear passes by its address only: private feeds of a
 * publisher have the publisher's name, too.
 */
export function* recordWord(
  named: string,
  state: Exclude<FeedState, 'probation'>,
  now: number,
): Work<number> {
  const mayBeHidden = state === 'passed' ? " AND state <> 'followers'" : '';
  const found = yield* rows(
    namedFeed,
    `SELECT id, state, reason FROM feeds WHERE url = $1
     UNION SELECT id, state, reason FROM feeds WHERE publisher = $1${mayBeHidden}`,
    named,
  );
  for (const { id, ...standing } of found) {
    yield* changeState({ id, standing }, { state, reason: 'operator' }, now);
  }
  return found.length;
}
