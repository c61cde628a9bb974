import * as z from 'zod';
import { mayBeSpoken, type QueryPlan, soughtTerms } from '../../../../query/query-plan.ts';
import type { CatalogueAnswer, CatalogueQuery } from '../../../answers/catalogue-query.ts';
import {
  type EngineQuery,
  findEpisodes,
  type ReadEngine,
  type SearchReads,
} from '../../../answers/find-episodes.ts';
import type { TimeLimits } from '../../../answers/search-in-time.ts';
import { POSTGRES } from '../../../schema/dialect.ts';
import { type FoundRow, foundColumns, foundRow } from '../../../schema/episode-row.ts';
import { type Found, namedRows, NOTHING_FOUND } from '../../../schema/named-rows.ts';
import { type DayTable, dayTables } from '../day-tables.ts';
import { topShows, showRows } from '../../../answers/trend.ts';
import { dedupeResults, hiddenFeeds, otherShows } from './dedupe-results.ts';
import { matchingIds } from './matching-ids.ts';
import { CANDIDATE_COLUMNS } from '../../../answers/rank-by-strength.ts';
import { causeCode } from '../server/postgres-failure.ts';
import type { PackedTranscript } from '../../../answers/quote-transcripts.ts';
import { inTransaction, rowsOf, type SqlServer, type SqlSession } from '../server/sql-server.ts';
import { anyWordQuery, isCommonQuery } from '../words/word-query.ts';

const SAID = `
  SELECT episode_id, encode(spoken, 'base64') AS packed, heard_s,
    CASE WHEN heard_s IS NULL THEN sources::json -> 0 ->> 'url' END AS url FROM transcripts
  WHERE episode_id = ANY ($2::text[]::bigint[]) AND EXISTS (
    SELECT 1 FROM spoken_words
    WHERE spoken_words.episode_id = transcripts.episode_id AND words @@ $1::tsquery
  ) ORDER BY episode_id DESC LIMIT $3`;

const said = z.object({
  episodeId: z.number(),
  packed: z.string(),
  url: z.string().nullable(),
  heardS: z.number().nullable(),
});

/** Reads transcripts with a match, newest first. */
async function transcriptsOf(
  session: SqlSession,
  plan: QueryPlan,
  ids: readonly number[],
  most: number,
): Promise<PackedTranscript[]> {
  const terms = soughtTerms(plan).filter(mayBeSpoken);
  if (ids.length === 0 || terms.length === 0) return [];
  const values = [anyWordQuery(terms), ids.map(String), most];
  const rows = await rowsOf(session, said, SAID, values);
  return rows.map(({ episodeId, packed, url, heardS: transcribedSeconds }) => {
    return { episodeId, packed: Buffer.from(packed, 'base64'), url, transcribedSeconds };
  });
}

/** JIT is off, because compiling a plan of 35 tables takes seconds. */
export const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL jit = off; SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL enable_seqscan = off`;

/** Forces the word index, because the planner would scan all episodes by id for a rare phrase. */
export const BY_WORD = 'SET LOCAL enable_indexscan = off';
/** Forces the index by id, because its scan ends early for words of almost every episode. */
const BY_DATE = 'SET LOCAL enable_indexscan = on; SET LOCAL enable_bitmapscan = off';

/** SQLSTATEs of a search whose partition was dropped meanwhile: undefined table, deadlock. */
const DAY_DROPPED: readonly string[] = ['42P01', '40P01'];
/** Max attempts of a search. After days of downtime, a refresher drops several partitions; each may cost an attempt. */
const MAX_ATTEMPTS = 10;

export function queryPostgres(
  server: SqlServer,
  query: CatalogueQuery,
  limits: TimeLimits = {},
): Promise<CatalogueAnswer> {
  const read: ReadEngine = (asked, work) =>
    inSnapshot(server, async (session) => work(await readsOf(session, asked)), asked.signal);
  // A new connection may take longer than a search.
  const connect = () => server.session(() => Promise.resolve(), limits.signal);
  return findEpisodes(read, query, limits, connect);
}

/** Retries `work` if a refresher has dropped a partition meanwhile. */
async function inSnapshot<T>(
  server: SqlServer,
  work: (session: SqlSession) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(server, `${BEGIN}; ${BY_WORD}`, work, signal);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !DAY_DROPPED.includes(causeCode(error))) throw error;
    }
  }
}

async function readsOf(session: SqlSession, query: EngineQuery): Promise<SearchReads> {
  const { plan, spoken, oldestId, followed } = query;
  const days = (await dayTables(session)).reverse().filter(({ endId }) => endId > oldestId);
  return {
    async newest(bounds) {
      const hidden = await hiddenFeeds(session, followed);
      if (isCommonQuery(plan)) await session.run(BY_DATE);
      const further = spoken ? (['spoken_words'] as const) : [];
      const searched = { session, days, oldestId, further, hiddenFeeds: hidden };
      const find = (limit: number) => matchingIds(searched, plan, limit);
      return dedupeResults(session, find, { ...bounds, days, spoken, followed });
    },
    candidates: async (ids) => (await findIn(session, days, CANDIDATE_COLUMNS, ids)).rows,
    transcripts: (ids, most) => transcriptsOf(session, plan, ids, most),
    episodes: (ids) => episodesOf(session, days, ids),
    otherShows: (shown) => otherShows(session, shown),
    topShows: (ids) => topShowsOf(session, days, ids),
  };
}

async function topShowsOf(session: SqlSession, days: readonly DayTable[], ids: readonly number[]) {
  if (ids.length === 0) return [];
  const ofDays = days.map(
    ({ name }) => `SELECT podcast FROM ${name} WHERE id = ANY ($1::text[]::bigint[])`,
  );
  const { rows } = await session.find(topShows(ofDays.join(' UNION ALL ')), [ids.map(String)]);
  return showRows.parse(rows);
}

const FOUND_COLUMNS = foundColumns(POSTGRES.hex);
const shownRow = z.object({ ...foundRow.shape, id: z.number() });

/** Reads these columns of episodes; returns the rows in any order. */
async function findIn(
  session: SqlSession,
  days: readonly DayTable[],
  columns: string,
  ids: readonly number[],
): Promise<Found> {
  if (ids.length === 0) return NOTHING_FOUND;
  const ofDays = days
    .filter(({ firstId, endId }) => ids.some((id) => id >= firstId && id < endId))
    .map(({ name }) => `SELECT ${columns} FROM ${name} WHERE id = ANY ($1::text[]::bigint[])`);
  return session.find(ofDays.join(' UNION ALL '), [ids.map(String)]);
}

async function episodesOf(
  session: SqlSession,
  days: readonly DayTable[],
  ids: readonly number[],
): Promise<Map<number, FoundRow>> {
  const found = await findIn(session, days, `id, ${FOUND_COLUMNS}`, ids);
  return new Map(namedRows(shownRow, found).map((row) => [row.id, row]));
}
