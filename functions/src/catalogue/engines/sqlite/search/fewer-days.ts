import * as z from 'zod';
import { affordedDays } from '../../../answers/afforded-days.ts';
import { IDS_PER_DAY } from '../../../sql/episode-id.ts';
import type { SearchIndex } from '../text-indexes.ts';
import type { FoundStatement } from './found-statement.ts';
import { readCost } from './read-cost.ts';
import type { SearchConnection } from './search-connections.ts';

/** The newest days, which a search can afford. */
export interface FewerDays {
  oldest: bigint;
  /** What searching these days may cost. */
  work: number;
}

const textsOfDays = (index: SearchIndex) => `
  SELECT json_group_array(json_array(day, texts)) FROM (
    SELECT id / ${IDS_PER_DAY} AS day, count(*) AS texts FROM ${index}_docsize GROUP BY day
  )`;

const dayCounts = z.array(z.tuple([z.number(), z.number()]));

/**
 * The newest days that a search can afford. Null if all days cost no more than `most`, if even the newest day
 * costs more, or if fewer days would save nothing.
 * @param kept Part of `most` that the search of fewer days must leave over.
 */
export async function fewerDays(
  connection: SearchConnection,
  { lookups, checks }: FoundStatement,
  { most, kept }: { most: number; kept: number },
): Promise<FewerDays | null> {
  // For a prefix, FTS5 reads the entries of all days in any case.
  if (lookups.some(({ terms }) => terms.some(({ beginning }) => beginning))) return null;
  if ((await readCost(connection, { lookups, checks }, most)) <= most) return null;
  const costs: { cost: number; texts: Map<number, number> }[] = [];
  let left = most - kept - (await readCost(connection, { lookups: [], checks }, Infinity));
  for (const index of new Set(lookups.map((lookup) => lookup.index))) {
    const here = lookups.filter((lookup) => lookup.index === index);
    const cost = await readCost(connection, { lookups: here }, Infinity);
    if (cost === 0) continue;
    const texts = new Map(dayCounts.parse(await connection.json(textsOfDays(index))));
    costs.push({ cost, texts });
    // Counting a text is as much work as reading an entry.
    for (const count of texts.values()) left -= count;
  }
  const days = [...new Set(costs.flatMap(({ texts }) => [...texts.keys()]))].sort((a, b) => b - a);
  const spread = costs.map(({ cost, texts }) => {
    return { cost, texts: days.map((day) => texts.get(day) ?? 0) };
  });
  const oldest = days[affordedDays(spread, days.length, left) - 1];
  return oldest === undefined
    ? null
    : { oldest: BigInt(oldest) * BigInt(IDS_PER_DAY), work: most - kept };
}
