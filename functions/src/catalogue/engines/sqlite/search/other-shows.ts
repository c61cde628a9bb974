import * as z from 'zod';
import type { Episode } from '../../../../contract/index.ts';
import { alsoIn, COPIES_READ } from '../../../duplicates/other-shows.ts';
import type { SearchConnection } from './search-connections.ts';

const NAMED = `
  SELECT json_group_array(json_array(copy_group, copies, podcast, coalesce(link, audio, ''))) FROM (
    SELECT * FROM (
      SELECT copy_group, episode_id, count(*) OVER (PARTITION BY copy_group) AS copies,
        row_number() OVER (
          PARTITION BY copy_group ORDER BY seen_at_ms, feed_id, episode_id
        ) AS place
      FROM copies WHERE copy_group IN (SELECT value FROM json_each(?))
    ) WHERE place <= ${COPIES_READ} ORDER BY copy_group, place
  ) CROSS JOIN episodes ON episodes.id = episode_id`;

const named = z.array(z.tuple([z.number(), z.number(), z.string(), z.string()]));

/** The shows that have an episode of a group besides the one that is shown. */
export type OtherShows = (
  group: number | null,
  shown: Pick<Episode, 'podcast'>,
) => ReturnType<typeof alsoIn>;

/** Reads the other shows of all groups at once. */
export async function otherShows(
  connection: SearchConnection,
  groups: readonly (number | null)[],
): Promise<OtherShows> {
  const asked = groups.filter((group) => group !== null);
  const rows =
    asked.length === 0 ? [] : named.parse(await connection.json(NAMED, [JSON.stringify(asked)]));
  return (group, shown) => {
    const copies = rows.filter(([of]) => of === group);
    const total = copies[0]?.[1] ?? 0;
    return alsoIn(
      shown,
      copies.map(([, , podcast, link]) => ({ podcast, link })),
      total,
    );
  };
}
