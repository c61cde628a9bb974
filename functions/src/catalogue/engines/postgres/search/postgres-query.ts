import * as z from 'zod';
import {
  mayBeSpoken,
  planQuery,
  type QueryPlan,
  wantedSpoken,
  wantedTerms,
  withoutTranscriptTerms,
} from '../../../../query/plan-query.ts';
import type { Trend } from '../../../../contract/index.ts';
import type {
  CatalogueAnswer,
  CatalogueQuery,
  TrendQuery,
} from '../../../answers/catalogue-query.ts';
import {
  type EngineSearch,
  searchInTime,
  type TimeLimits,
} from '../../../answers/search-in-time.ts';
import { newestFirst, firstEpisodeId, publishedAtMsOf } from '../../../schema/episode-id.ts';
import { POSTGRES } from '../../../schema/dialect.ts';
import { foundColumns, foundRow } from '../../../schema/episode-row.ts';
import { type Found, namedRows, NOTHING_FOUND } from '../../../schema/named-rows.ts';
import { foundTexts, toFoundEpisode } from '../../../answers/found-episode.ts';
import { type DayTable, dayTables } from '../day-tables.ts';
import { firstIdOfTrend, topShows, showRows, trendOf } from '../../../answers/trend.ts';
import { dedupeResults, hiddenFeeds, otherShows } from './dedupe-results.ts';
import { matchingIds, type Searched } from './matching-ids.ts';
import {
  findAbout,
  byStrength,
  CANDIDATE_COLUMNS,
  strongestFirst,
} from '../../../answers/rank-by-strength.ts';
import { causeCode } from '../server/postgres-failure.ts';
import { type PackedTranscript, quoteTranscripts } from '../../../answers/quote-transcripts.ts';
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
  most = ids.length,
): Promise<PackedTranscript[]> {
  const terms = wantedTerms(plan).filter(mayBeSpoken);
  if (ids.length === 0 || terms.length === 0) return [];
  const values = [anyWordQuery(terms), ids.map(String), most];
  const rows = await rowsOf(session, said, SAID, values);
  return rows.map(({ episodeId, packed, url, heardS: heardSeconds }) => {
    return { episodeId, packed: Buffer.from(packed, 'base64'), url, heardSeconds };
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

export async function queryPostgres(
  server: SqlServer,
  query: CatalogueQuery,
  limits: TimeLimits = {},
): Promise<CatalogueAnswer> {
  const asked = planQuery(query.keywords);
  const plan = asked === null || query.spoken !== false ? asked : withoutTranscriptTerms(asked);
  if (plan === null) return { episodes: [], total: 0 };
  // Connect before the timeout starts: a new connection may take longer than a search.
  await server.session(() => Promise.resolve(), limits.signal);
  const search: EngineSearch = {
    find: (asked, signal) => answer(server, plan, asked, signal),
    countMentions: (trend, signal) =>
      inSnapshot(server, (session) => countMentions(session, plan, query, trend, signal), signal),
  };
  return searchInTime(search, query, limits);
}

async function answer(
  server: SqlServer,
  plan: QueryPlan,
  query: CatalogueQuery,
  signal: AbortSignal,
): Promise<CatalogueAnswer> {
  const work = (session: SqlSession) => readAnswer(session, plan, query, signal);
  const read = await inSnapshot(server, work, signal);
  const { found, isRanked, sinceId, rows, transcripts, others } = read;
  // Runs outside the session, so that other searches can use the connection.
  const saidIn = await quoteTranscripts(wantedSpoken(plan), transcripts, signal);
  const texts = foundTexts(plan);
  const episodes = rows.map((row) => {
    return { ...toFoundEpisode(row, texts, saidIn.get(row.id)), ...others(row.id, row) };
  });
  return {
    episodes: isRanked ? byStrength(episodes) : episodes,
    total: found,
    ...(isRanked && { isRanked }),
    ...(sinceId !== undefined && { searchedSinceMs: publishedAtMsOf(BigInt(sinceId)) }),
  };
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

async function prepare(
  session: SqlSession,
  plan: QueryPlan,
  query: CatalogueQuery,
  oldestId: bigint,
  signal: AbortSignal,
): Promise<Searched> {
  const { spoken = true } = query;
  const days = (await dayTables(session)).reverse().filter(({ endId }) => endId > oldestId);
  const hidden = await hiddenFeeds(session, query.followed);
  if (isCommonQuery(plan)) await session.run(BY_DATE);
  const further = spoken ? (['spoken_words'] as const) : [];
  return { session, days, oldestId, further, hiddenFeeds: hidden, signal };
}

async function countMentions(
  session: SqlSession,
  plan: QueryPlan,
  query: CatalogueQuery,
  { atMs, most }: TrendQuery,
  signal: AbortSignal,
): Promise<Trend> {
  const searched = await prepare(session, plan, query, firstIdOfTrend(atMs), signal);
  const { days } = searched;
  const find = (limit: number) => matchingIds(searched, plan, limit);
  const bounds = { days, most, followed: query.followed };
  const { shown, lastId, endedAt } = await dedupeResults(session, find, bounds);
  const ids = shown.map(({ id }) => id);
  const sinceId = ids.length >= most ? lastId : endedAt;
  return trendOf(atMs, { ids, sinceId, shows: await showsOf(session, days, ids) });
}

async function showsOf(session: SqlSession, days: readonly DayTable[], ids: readonly number[]) {
  if (ids.length === 0) return [];
  const ofDays = days.map(
    ({ name }) => `SELECT podcast FROM ${name} WHERE id = ANY ($1::text[]::bigint[])`,
  );
  const { rows } = await session.find(topShows(ofDays.join(' UNION ALL ')), [ids.map(String)]);
  return showRows.parse(rows);
}

async function readAnswer(
  session: SqlSession,
  plan: QueryPlan,
  query: CatalogueQuery,
  signal: AbortSignal,
) {
  const { skip = 0, limit, followed } = query;
  const { spoken = true, sort = 'newest', strength } = query;
  const oldestId = firstEpisodeId(query.startDateMs ?? 0);
  const searched = await prepare(session, plan, query, oldestId, signal);
  const { days } = searched;
  const most = Math.max(skip + limit, query.totalLimit);
  const {
    shown: newest,
    total: counted,
    endedAt,
  } = await dedupeResults(session, (count) => matchingIds(searched, plan, count), {
    days,
    most,
    followed,
  });
  // If newer matches reach the limit, the answer does not depend on what was not searched.
  const sinceId = counted < most ? endedAt : undefined;
  const isRanked = sort === 'relevance';
  const texts = {
    written: async (ids: readonly number[]) =>
      (await findIn(session, days, CANDIDATE_COLUMNS, ids)).rows,
    transcripts: (ids: readonly number[], count: number) =>
      transcriptsOf(session, plan, spoken ? ids : [], count),
  };
  const about =
    isRanked || strength !== undefined ? await findAbout(plan, newest, texts, signal) : null;
  const isAbout = ({ id }: { id: number }) => about?.has(id) === true;
  const wanted = strength === undefined ? newest : newest.filter(isAbout);
  const standing = isRanked
    ? strongestFirst(wanted.sort(newestFirst), isAbout).slice(skip, skip + limit)
    : wanted.slice(skip, skip + limit).sort(newestFirst);
  const shown = standing.map(({ id }) => id);
  const rows = await episodesOf(session, days, shown);
  const transcripts = await transcriptsOf(session, plan, spoken ? shown : []);
  const others = await otherShows(session, standing);
  const found = strength === undefined ? counted : wanted.length;
  return { found, isRanked, sinceId, rows, transcripts, others };
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
  shown: readonly number[],
): Promise<z.infer<typeof shownRow>[]> {
  const found = await findIn(session, days, `id, ${FOUND_COLUMNS}`, shown);
  const orderById = new Map(shown.map((id, index) => [id, index]));
  const orderOf = ({ id }: { id: number }) => orderById.get(id) ?? 0;
  return namedRows(shownRow, found).sort((left, right) => orderOf(left) - orderOf(right));
}
