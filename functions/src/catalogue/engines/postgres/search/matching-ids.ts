import * as z from 'zod';
import {
  type QueryPlan,
  unwantedTerms,
  withoutTranscriptTerms,
} from '../../../../query/query-plan.ts';
import type { DayTable } from '../day-tables.ts';
import {
  overflowVectors,
  type OverflowVectors,
  MAX_LISTED,
  isInNoVector,
} from './overflow-vectors.ts';
import { rowsOf, type SqlSession, type SqlValue } from '../server/sql-server.ts';
import { wordQuery } from '../words/word-query.ts';
import type { WordTable } from '../words/word-vector.ts';

export interface Searched {
  session: SqlSession;
  /** Newest first. */
  days: readonly DayTable[];
  oldestId: bigint;
  /** `spoken_words` if the search includes transcripts; otherwise empty. */
  further: readonly WordTable[];
  hiddenFeeds?: readonly string[];
  maxListed?: number;
}

const idRow = z.object({ id: z.number() });

/** Returns the newest matches, at most `most`, newest first, including duplicates. */
export async function matchingIds(
  searched: Searched,
  plan: QueryPlan,
  most: number,
): Promise<number[]> {
  if (searched.days.length === 0) return [];
  const { session, maxListed = MAX_LISTED } = searched;
  const long = await overflowVectors(session, plan, searched, most, maxListed);
  const { statement, values } = newestOf(searched, plan, long, most);
  return (await rowsOf(session, idRow, statement, values)).map(({ id }) => id);
}

/**
 * Queries each partition, newest first. For a query of the parent table, the planner would fetch all matches or scan
 * by id. Locking the parent after its partitions could also deadlock with a refresher that drops a partition.
 */
function newestOf(
  { days, oldestId, further, hiddenFeeds = [] }: Searched,
  plan: QueryPlan,
  { added, withExcluded }: OverflowVectors,
  limit: number,
) {
  const written = withoutTranscriptTerms(plan);
  const values: SqlValue[] = [String(oldestId), limit];
  const bind = (value: SqlValue) => `$${values.push(value)}`;
  const byId = added.length === 0 ? [] : [`id = ANY (${bind(added)}::text[]::bigint[])`];
  const anyOf = (ways: readonly string[]) =>
    ways.length === 0 ? 'FALSE' : `(${ways.join(' OR ')})`;
  const byWords = written === null ? [] : [`words @@ ${bind(wordQuery(written))}::tsquery`];
  const conditions = [anyOf([...byWords, ...byId])];
  if (withExcluded === null) {
    conditions.push(anyOf([...byId, isInNoVector(further, unwantedTerms(plan), 'id', bind)]));
  } else {
    const exact = new Set(added);
    const dropped = withExcluded.filter((id) => !exact.has(id));
    if (dropped.length > 0) conditions.push(`id <> ALL (${bind(dropped)}::text[]::bigint[])`);
  }
  if (hiddenFeeds.length > 0) {
    conditions.push(`feed_id <> ALL (${bind(hiddenFeeds)}::text[]::bigint[])`);
  }
  const ofDays = days.map(({ name, firstId }) => {
    const since = firstId < oldestId ? ' AND id >= $1' : '';
    return `(SELECT id FROM ${name} WHERE ${conditions.join(' AND ')}${since} ORDER BY id DESC LIMIT $2)`;
  });
  const statement = `SELECT id FROM (${ofDays.join(' UNION ALL ')}) AS found
    WHERE $1::bigint IS NOT NULL LIMIT $2`;
  return { statement, values };
}
