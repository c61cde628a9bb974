import * as z from 'zod';
import type { Judgement } from './judge-feed.ts';
import { FEED_STATES, type FeedState } from '../sql/feed-states.ts';
import { seenLaterMs } from '../duplicates/seen-later.ts';
import { linksOf, regroupLinked } from '../duplicates/duplicates-store.ts';
import type { FeedStanding } from './feed-standing.ts';
import { engine, rows, run, type Work } from '../sql/work.ts';

const heldFeed = z.object({
  id: z.number(),
  state: z.enum(FEED_STATES),
  reason: z.string().nullable(),
});

interface JudgedFeed {
  id: number;
  standing: Pick<FeedStanding, 'state' | 'reason'>;
}

/** Changes a show's state. A show that gets dropped loses its episodes; one that was dropped is due now. */
export function* changeState(
  { id, standing: before }: JudgedFeed,
  { state, reason }: Judgement,
  now: number,
): Work<void> {
  if (state === before.state && reason === before.reason) return;
  yield* run('UPDATE feeds SET state = $2, reason = $3 WHERE id = $1', id, state, reason);
  if (state === before.state) return;
  yield* run('UPDATE feeds SET state_since_ms = $2 WHERE id = $1', id, now);
  if (state === 'dropped') yield* removeEpisodes(id);
  else yield* orderDuplicates(id, before.state, state);
  if (before.state === 'dropped') {
    yield* run(
      `UPDATE feeds SET etag = NULL, last_modified = NULL, body_hash = NULL, next_fetch_at_ms = $2
       WHERE id = $1`,
      id,
      now,
    );
  }
}

/** Gives another state to shows whose addresses somebody has named in public; returns their number. */
export function* nameInPublic(
  urls: readonly string[],
  { where, to }: { where: string; to: Judgement },
  now: number,
): Work<number> {
  const { table } = yield* engine();
  const named = `url IN (SELECT url FROM ${table('$1', { url: 'text' })} AS item)`;
  const select = `SELECT id, state, reason FROM feeds WHERE ${where} AND ${named}`;
  const held =
    urls.length === 0
      ? []
      : yield* rows(
          heldFeed,
          select,
          urls.map((url) => [url]),
        );
  for (const { id, ...standing } of held) yield* changeState({ id, standing }, to, now);
  return held.length;
}

/**
 * A show that only its followers heard goes on probation when it is named in public, like any new show: its
 * episodes may tell for or against it.
 */
export const NAMED = {
  where: "state = 'followers'",
  to: { state: 'probation', reason: 'new' },
} as const satisfies Parameters<typeof nameInPublic>[1];

function* removeEpisodes(id: number): Work<void> {
  yield* run('DELETE FROM first_seen WHERE feed_id = $1', id);
  const gone = yield* episodesOf(id);
  if (gone.length === 0) return;
  const links = yield* linksOf(gone);
  yield* (yield* engine()).removeEpisodes(id, gone);
  yield* regroupLinked(links);
}

/**
 * Reorders a show's episodes among their duplicates for its new state: behind those of other shows, out of
 * all groups, or back.
 */
export function* orderDuplicates(id: number, before: FeedState, after: FeedState): Work<void> {
  const moved = seenLaterMs(after) - seenLaterMs(before);
  if (moved === 0) return;
  const all = yield* episodesOf(id);
  const links = yield* linksOf(all, before === 'followers' ? 'all' : 'grouped');
  yield* run(
    `UPDATE copies SET seen_at_ms = seen_at_ms + $2
     WHERE episode_id IN (SELECT id FROM episodes WHERE feed_id = $1)`,
    id,
    moved,
  );
  if (after === 'followers') {
    yield* run(
      `UPDATE copies SET copy_group = NULL
       WHERE episode_id IN (SELECT id FROM episodes WHERE feed_id = $1)`,
      id,
    );
  }
  yield* regroupLinked(links);
}

function* episodesOf(feed: number): Work<number[]> {
  const select = 'SELECT id FROM episodes WHERE feed_id = $1';
  const found = yield* rows(z.object({ id: z.number() }), select, feed);
  return found.map(({ id }) => id);
}
