import * as z from 'zod';
import type { Episode } from '../../../contract/index.ts';
import { alsoIn, COPIES_READ } from '../../copies/also-in.ts';
import { type Connection, prepared } from '../sqlite-database.ts';

const NAMED = `
  SELECT podcast, link, audio FROM (
    SELECT episode_id FROM copies WHERE copy_group = ?
    ORDER BY seen_at_ms, feed_id, episode_id LIMIT ${COPIES_READ}
  ) CROSS JOIN episodes ON episodes.id = episode_id`;
const SIZE = 'SELECT count(*) FROM copies WHERE copy_group = ?';

const named = z.array(z.tuple([z.string(), z.string().nullable(), z.string().nullable()]));
const sizes = z.tuple([z.tuple([z.number()])]);

/** The shows that have an episode of this group besides the one that is shown. */
export function otherShows(
  connection: Connection,
  group: number | null,
  shown: Pick<Episode, 'podcast'>,
): ReturnType<typeof alsoIn> {
  if (group === null) return {};
  const copies = named
    .parse(prepared(connection, NAMED).raw().all(group))
    .map(([podcast, link, audio]) => ({ podcast, link: link ?? audio ?? '' }));
  const [[total]] = sizes.parse(prepared(connection, SIZE).raw().all(group));
  return alsoIn(shown, copies, total);
}
