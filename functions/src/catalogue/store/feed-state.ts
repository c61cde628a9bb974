import * as z from 'zod';
import type { FeedState, Judgement } from '../gate/judge-feed.ts';
import type { Dialect } from '../engines/dialect.ts';
import { linksOf, regroupLinked } from './duplicates.ts';
import type { FeedStanding } from './feed-standing.ts';
import type { StoreEngine } from './store-engine.ts';
import { rows, run, type Work } from './work.ts';

/** Added to when an episode was first seen: of duplicates, one on probation is never the first. */
export const PROBATION_SEEN_MS = 2 ** 50;

const ids = z.array(z.tuple([z.number()]));

interface JudgedFeed {
  id: number;
  standing: Pick<FeedStanding, 'state' | 'reason'>;
}

/** A dropped show loses its episodes; one that passes is due, if it had been dropped. */
export function* changeState(
  engine: StoreEngine,
  { id, standing: before }: JudgedFeed,
  { state, reason }: Judgement,
  now: number,
): Work<void> {
  if (state === before.state && reason === before.reason) return;
  yield* run('UPDATE feeds SET state = $2, reason = $3 WHERE id = $1', id, state, reason);
  if (state === before.state) return;
  yield* run('UPDATE feeds SET state_since_ms = $2 WHERE id = $1', id, now);
  if (state === 'dropped') yield* removeEpisodes(engine, id);
  else yield* orderDuplicates(engine, id, before.state, state);
  if (before.state === 'dropped') {
    yield* run(
      `UPDATE feeds SET etag = NULL, last_modified = NULL, body_hash = NULL, next_fetch_at_ms = $2
       WHERE id = $1`,
      ...[id, now],
    );
  }
}

function* removeEpisodes(engine: StoreEngine, id: number): Work<void> {
  yield* run('DELETE FROM first_seen WHERE feed_id = $1', id);
  const gone = yield* episodesOf(id);
  if (gone.length === 0) return;
  const links = yield* linksOf(engine, gone);
  yield* engine.removeEpisodes(id, gone);
  yield* regroupLinked(engine, links);
}

/** Puts a show's episodes behind their duplicates of other shows, or back. */
export function* orderDuplicates(
  dialect: Dialect,
  id: number,
  before: FeedState,
  after: FeedState,
): Work<void> {
  const moved = Number(after === 'probation') - Number(before === 'probation');
  if (moved === 0) return;
  yield* run(
    `UPDATE copies SET seen_at_ms = seen_at_ms + $2
     WHERE episode_id IN (SELECT id FROM episodes WHERE feed_id = $1)`,
    ...[id, moved * PROBATION_SEEN_MS],
  );
  const links = yield* linksOf(dialect, yield* episodesOf(id));
  yield* regroupLinked(dialect, links);
}

function* episodesOf(feed: number): Work<number[]> {
  return ids.parse(yield* rows('SELECT id FROM episodes WHERE feed_id = $1', feed)).flat();
}
