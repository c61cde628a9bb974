import * as z from 'zod';
import {
  mayBeSpoken,
  planQuery,
  type QueryPlan,
  wantedSpoken,
  wantedTerms,
  withoutTranscriptTerms,
} from '../../../../query/plan-query.ts';
import { AppError } from '../../../../platform/app-error.ts';
import { withTimeout } from '../../../../platform/with-timeout.ts';
import type { CatalogueAnswer, CatalogueQuery } from '../../../answers/catalogue-query.ts';
import { byDay, firstEpisodeId, publishedAtMsOf } from '../../../sql/episode-id.ts';
import { POSTGRES } from '../../../sql/dialect.ts';
import { foundColumns, foundRow } from '../../../sql/episode-row.ts';
import { type Found, namedRows, NOTHING_FOUND } from '../../../sql/named-rows.ts';
import { foundTexts, toFoundEpisode } from '../../../answers/found-episode.ts';
import { type DayTable, dayTables } from '../day-tables.ts';
import { TREND_SHARE } from '../../../answers/trend.ts';
import { countMentions } from './count-mentions.ts';
import { dedupeResults, hiddenFeeds, otherShows } from './dedupe-results.ts';
import { isRepeatedAnywhere, matchingIds, type Searched } from './matching-ids.ts';
import { searchCost } from './search-cost.ts';
import {
  aboutIt,
  byStrength,
  CANDIDATE_COLUMNS,
  strongestFirst,
} from '../../../answers/rank-by-strength.ts';
import { causeCode } from '../server/postgres-failure.ts';
import { type PackedTranscript, quoteTranscripts } from '../../../answers/quote-transcripts.ts';
import { inTransaction, rowsOf, type SqlServer, type SqlSession } from '../server/sql-server.ts';
import { anyWordQuery, isCommonQuery } from '../words/word-query.ts';
import { wordsOf } from '../words/word-tables.ts';
import { type FurtherText, furtherTexts } from '../../../texts/searchable-texts.ts';

const SAID = `
  SELECT episode_id, encode(spoken, 'base64') AS packed, sources::json -> 0 ->> 'url' AS url FROM transcripts
  WHERE episode_id = ANY ($2::text[]::bigint[]) AND EXISTS (
    SELECT 1 FROM spoken_words
    WHERE spoken_words.episode_id = transcripts.episode_id AND words @@ $1::tsquery
  ) ORDER BY episode_id DESC LIMIT $3`;

const said = z.object({ episodeId: z.number(), packed: z.string(), url: z.string() });

/** Transcripts of the found episodes that match a term, newest first. */
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
  return rows.map(({ episodeId, packed, url }) => {
    return { episodeId, packed: Buffer.from(packed, 'base64'), url };
  });
}

/** Begins a snapshot. JIT is off, as compiling a plan of 35 tables takes seconds. */
export const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL jit = off; SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL enable_seqscan = off`;

/** Allows the word index only: for a rare phrase, the planner would scan all episodes by id. */
export const BY_WORD = 'SET LOCAL enable_indexscan = off';
/** Allows the index by id only: for words of almost every episode, its scan ends early. */
const BY_DATE = 'SET LOCAL enable_indexscan = on; SET LOCAL enable_bitmapscan = off';

/** SQLSTATE of a partition that was or is being dropped: undefined table, deadlock. */
const DAY_DROPPED: readonly string[] = ['42P01', '40P01'];
/** A refresher that was down for days drops several partitions, one during each attempt. */
const MOST_ATTEMPTS = 10;

/** Timeout of a search in all, ms. `statement_timeout` covers crashed clients. */
const SEARCH_MS = 5_000;
/**
 * After the share `FIRST_TRY` of {@link SEARCH_MS}, the search is given up and repeated with the share `LESS`
 * of its days, its cost limit and its comparisons.
 */
const [FIRST_TRY, LESS] = [0.5, 1 / 8];
/** Share of {@link SEARCH_MS} after which no further fields, such as titles, are compared. */
const COMPARING = 0.3;
/** Limit of `searchCost`, in vectors of notes: one to two seconds on a small server. */
export const MOST_COST = 400_000;

/** Reading the texts of candidates and looking for the words in them, in the unit of `searchCost`. */
function strengthCost(candidates: number): number {
  return 4 * candidates;
}

interface Limits {
  searchMs?: number;
  mostCost?: number;
}

interface Bounds {
  signal: AbortSignal;
  mostCost: number;
  /** Share (0 to 1) of the days, of `mostCost` and of the compared rows that the search may use. */
  part: number;
  isLate: () => boolean;
}

export async function queryPostgres(
  server: SqlServer,
  query: CatalogueQuery,
  signal?: AbortSignal,
  { searchMs = SEARCH_MS, mostCost = MOST_COST }: Limits = {},
): Promise<CatalogueAnswer> {
  const asked = planQuery(query.keywords);
  const plan = asked === null || query.spoken !== false ? asked : withoutTranscriptTerms(asked);
  if (plan === null) return { episodes: [], total: 0 };
  const within = (signal: AbortSignal, asked: CatalogueQuery, part = 1) => {
    const lateMs = performance.now() + searchMs * COMPARING;
    const isLate = () => performance.now() > lateMs;
    const bounds = { mostCost: mostCost * (asked.share ?? 1), signal, part, isLate };
    return answer(server, plan, asked, bounds);
  };
  // On a busy server the estimated cost may be too low. A search that takes too long is repeated for fewer
  // days, unranked and without a trend.
  const search = async (ended: AbortSignal): Promise<CatalogueAnswer> => {
    if (query.share !== undefined) return within(ended, query);
    const first = (soon: AbortSignal) => within(soon, query);
    const options = { parent: ended, late: () => null };
    const found = await withTimeout<CatalogueAnswer | null>(searchMs * FIRST_TRY, first, options);
    if (found !== null) return found;
    ended.throwIfAborted();
    return within(ended, { ...query, sort: 'newest', trend: undefined }, LESS);
  };
  return withTimeout(searchMs, search, {
    parent: signal,
    late: () => {
      throw new AppError('upstream-timeout', 'The search took too long, or nobody waits for it');
    },
  });
}

async function answer(
  server: SqlServer,
  plan: QueryPlan,
  query: CatalogueQuery,
  bounds: Bounds,
): Promise<CatalogueAnswer> {
  const read = await find(server, plan, query, bounds);
  const { found, more, isRanked, trend, sinceId, rows, transcripts, others } = read;
  // Quotations are made outside the session, so that other searches can use its connection.
  const saidIn = await quoteTranscripts(wantedSpoken(plan), transcripts, bounds.signal);
  const texts = foundTexts(plan);
  const episodes = rows.map((row) => {
    const said = saidIn.get(row.id);
    return {
      ...toFoundEpisode(row, texts, { repeated: query.repeated, said }),
      ...others(row.id, row),
    };
  });
  return {
    episodes: isRanked ? byStrength(episodes) : episodes,
    total: found,
    ...(more > 0 && { repeatedMore: more }),
    ...(isRanked && { isRanked }),
    ...(trend !== null && { trend }),
    ...(sinceId !== undefined && { searchedSinceMs: publishedAtMsOf(BigInt(sinceId)) }),
  };
}

async function find(server: SqlServer, plan: QueryPlan, query: CatalogueQuery, bounds: Bounds) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await findOnce(server, plan, query, bounds);
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !DAY_DROPPED.includes(causeCode(error))) throw error;
    }
  }
}

function findOnce(
  server: SqlServer,
  plan: QueryPlan,
  query: CatalogueQuery,
  { signal, mostCost: mostOfAll, part, isLate }: Bounds,
) {
  const mostCost = mostOfAll * part;
  const search = async (session: SqlSession) => {
    const asOf = firstEpisodeId(query.startDateMs ?? 0);
    const everyDay = (await dayTables(session)).reverse();
    const all = everyDay.filter(({ endId }) => endId > asOf);
    const { skip = 0, limit } = query;
    const most = Math.max(skip + limit, query.totalLimit);
    const { spoken = true, repeated = false, sort = 'newest', strength } = query;
    const priced = { days: all, further: furtherTexts({ spoken, repeated: true }).map(wordsOf) };
    // A filter by strength reads the texts of all candidates. Their cost is reserved, so that fewer days are
    // searched if necessary.
    const kept = strength === undefined ? 0 : strengthCost(most);
    const { cost, afforded } = await searchCost(session, plan, priced, mostCost - kept);
    const days = afforded.slice(0, Math.ceil(all.length * part));
    const isNarrowed = days.length < all.length;
    if (isNarrowed && (query.share !== undefined || days.length === 0)) {
      throw new AppError('upstream-timeout', 'The search would read too much of the catalogue');
    }
    const oldestId = isNarrowed ? (days.at(-1)?.firstId ?? asOf) : asOf;
    const hidden = await hiddenFeeds(session, query);
    const within = (texts: Pick<CatalogueQuery, FurtherText>): Searched => {
      const further = furtherTexts(texts).map(wordsOf);
      const bounds = { share: part, signal, isLate };
      return { session, days, oldestId, further, hiddenFeeds: hidden, ...bounds };
    };
    const withRepeated = within({ spoken, repeated: true });
    if (isCommonQuery(plan)) await session.run(BY_DATE);
    const matching = (asked: Searched) =>
      dedupeResults(session, (limit) => matchingIds(asked, plan, limit), {
        days,
        most,
        reviewed: query.reviewed,
        followed: query.followed,
      });
    const searched = within({ spoken, repeated });
    const { shown: newest, total: counted, endedAt } = await matching(searched);
    // If the matches of fewer days fill the answer, older matches would not be in it anyway.
    const sinceId = counted < most ? (endedAt ?? (isNarrowed ? oldestId : undefined)) : undefined;
    const isCounted =
      !repeated && strength === undefined && counted < most && endedAt === undefined;
    const more =
      isCounted && (await isRepeatedAnywhere(withRepeated, plan))
        ? (await matching(withRepeated)).total - counted
        : 0;
    const isRanked = sort === 'relevance' && cost + strengthCost(newest.length) <= mostCost;
    const texts = {
      written: async (ids: readonly number[]) =>
        (await findIn(session, days, CANDIDATE_COLUMNS, ids)).rows,
      transcripts: (ids: readonly number[], limit: number) =>
        transcriptsOf(session, plan, spoken ? ids : [], limit),
    };
    const about =
      isRanked || strength !== undefined ? await aboutIt(plan, newest, texts, signal) : null;
    const isAbout = ({ id }: { id: number }) => about?.has(id) === true;
    const wanted = strength === undefined ? newest : newest.filter(isAbout);
    const total = strength === undefined ? counted : wanted.length;
    const standing = isRanked
      ? strongestFirst(wanted.sort(byDay), isAbout).slice(skip, skip + limit)
      : wanted.slice(skip, skip + limit).sort(byDay);
    const shown = standing.map(({ id }) => id);
    const rows = await episodesOf(session, days, shown);
    const transcripts = await transcriptsOf(session, plan, spoken ? shown : []);
    const others = await otherShows(session, standing);
    const { trend: asked, reviewed, followed } = query;
    const trendCost = mostCost * TREND_SHARE;
    const bounds = { days: everyDay, mostCost: trendCost, reviewed, followed };
    const trend =
      asked === undefined ? null : await countMentions(searched, plan, { ...asked, ...bounds });
    return { found: total, more, isRanked, trend, sinceId, rows, transcripts, others };
  };
  return inTransaction(server, `${BEGIN}; ${BY_WORD}`, search, signal);
}

const FOUND_COLUMNS = foundColumns(POSTGRES.hex);
const shownRow = z.object({ ...foundRow.shape, id: z.number() });

/** Columns of the episodes with these ids, in any order. */
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
