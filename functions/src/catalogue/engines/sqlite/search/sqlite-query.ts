import * as z from 'zod';
import {
  planQuery,
  type QueryPlan,
  wantedSpoken,
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
import { firstEpisodeId } from '../../../schema/episode-id.ts';
import { type FoundRow, foundValues, readFoundRow } from '../../../schema/episode-row.ts';
import { foundTexts, toFoundEpisode } from '../../../answers/found-episode.ts';
import { type PackedTranscript, quoteTranscripts } from '../../../answers/quote-transcripts.ts';
import { firstIdOfTrend, topShows, showRows, trendOf } from '../../../answers/trend.ts';
import { dedupeResults, type Find, otherShows, type DistinctEpisode } from './dedupe-results.ts';
import { episodesOfExcludedNames } from './excluded-shows.ts';
import {
  findAbout,
  byStrength,
  CANDIDATE_COLUMNS,
  strongestFirst,
} from '../../../answers/rank-by-strength.ts';
import { newestFound } from './found-statement.ts';
import type { SearchConnection } from './search-connections.ts';
import { SQLITE } from '../../../schema/dialect.ts';
import { searching, type SqliteDatabase } from '../sqlite-database.ts';

export function querySqlite(
  database: SqliteDatabase,
  query: CatalogueQuery,
  limits: TimeLimits = {},
): Promise<CatalogueAnswer> {
  const plan = planQuery(query.keywords);
  if (plan === null) return Promise.resolve(NOTHING);
  const search: EngineSearch = {
    find: (asked, signal, isRecent) => answer(database, plan, asked, { signal, isRecent }),
    countMentions: (trend, signal) =>
      searching(database, (connection) => countMentions(connection, plan, query, trend), signal),
  };
  return searchInTime(search, query, limits);
}

interface Try {
  signal: AbortSignal;
  isRecent: boolean;
}

async function answer(
  database: SqliteDatabase,
  asked: QueryPlan,
  query: CatalogueQuery,
  { signal, isRecent }: Try,
): Promise<CatalogueAnswer> {
  const read = await searching(
    database,
    (connection) => readAnswer(connection, asked, query, { signal, isRecent }),
    signal,
  );
  if (read === null) return NOTHING;
  const { shown, rows, transcripts, others, plan, ...counts } = read;
  // Runs after the search, so that other searches can use its connection.
  const saidIn = await quoteTranscripts(wantedSpoken(plan), transcripts, signal);
  const texts = foundTexts(plan);
  const episodes = shown.flatMap(({ id, group }) => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const found = toFoundEpisode(row, texts, saidIn.get(id));
    return [Object.assign(found, others(group, row))];
  });
  return { episodes: counts.isRanked === true ? byStrength(episodes) : episodes, ...counts };
}

const NOTHING: CatalogueAnswer = { episodes: [], total: 0 };

/** Returns null if nothing can match. */
async function prepare(connection: SearchConnection, asked: QueryPlan, query: CatalogueQuery) {
  const { anySaid, anyHidden } = factsSchema.parse(await connection.json(FACTS));
  const spoken = query.spoken !== false && anySaid === 1;
  const shows = { anyHidden: anyHidden === 1, followed: query.followed };
  const whole = spoken ? asked : withoutTranscriptTerms(asked);
  if (whole === null) return null;
  const plan = { ...whole, not: whole.not.filter((term) => !term.whole) };
  const findFrom = (oldest: bigint, isForward = false): Find => {
    return (range) => {
      const from = later(oldest, range.oldest);
      return newestFound(plan, spoken, { ...range, oldest: from, isForward });
    };
  };
  return { whole, plan, shows, findFrom };
}

async function readAnswer(
  connection: SearchConnection,
  asked: QueryPlan,
  query: CatalogueQuery,
  { signal, isRecent }: Try,
) {
  const prepared = await prepare(connection, asked, query);
  if (prepared === null) return null;
  const { whole, plan, shows, findFrom } = prepared;
  const { skip = 0, limit, totalLimit, sort = 'newest', strength } = query;
  const oldest = firstEpisodeId(query.startDateMs ?? 0);
  const excluded = await episodesOfExcludedNames(connection, whole, oldest);
  const isNewestOfAll = sort === 'newest' && strength === undefined;
  const found = await dedupeResults(connection, findFrom(oldest, isRecent), {
    // Sorting or filtering by strength needs all counted matches, not just one page.
    ...(isNewestOfAll ? { skip, limit } : { limit: Math.max(limit, totalLimit) }),
    totalLimit,
    excluded,
    shows,
  });
  const about = isNewestOfAll ? null : await aboutAmong(connection, plan, found.shown, signal);
  const isAbout = ({ id }: DistinctEpisode) => about?.has(id) === true;
  const kept = strength === undefined ? found.shown : found.shown.filter(isAbout);
  const total = strength === undefined ? found.total : kept.length;
  const isRanked = sort === 'relevance';
  const left = isNewestOfAll ? 0 : skip;
  const ordered = isRanked ? strongestFirst(kept, isAbout) : kept;
  const shown = ordered.slice(left, left + limit);
  const rows = await episodesOf(connection, shown);
  const transcripts = await transcriptsOf(connection, shown);
  const others = await otherShows(
    connection,
    shown.map(({ group }) => group),
  );
  return { plan, shown, rows, transcripts, others, total, ...(isRanked && RANKED) };
}

const RANKED = { isRanked: true } as const;

const TREND_SHOWS = `SELECT json_group_array(json_array(podcast, mentions)) FROM (${topShows(
  'SELECT podcast FROM (SELECT value AS mention FROM json_each(?)) CROSS JOIN episodes ON id = mention',
)})`;

async function countMentions(
  connection: SearchConnection,
  asked: QueryPlan,
  query: CatalogueQuery,
  { atMs, most }: TrendQuery,
): Promise<Trend> {
  const prepared = await prepare(connection, asked, query);
  if (prepared === null) return trendOf(atMs, { ids: [], shows: [] });
  const { whole, shows, findFrom } = prepared;
  const oldest = firstIdOfTrend(atMs);
  const excluded = await episodesOfExcludedNames(connection, whole, oldest);
  const { shown, lastId } = await dedupeResults(connection, findFrom(oldest), {
    limit: most,
    totalLimit: most,
    excluded,
    shows,
  });
  const ids = shown.map(({ id }) => id);
  const found = await connection.json(TREND_SHOWS, [JSON.stringify(ids)]);
  const sinceId = ids.length < most ? undefined : lastId;
  return trendOf(atMs, { ids, sinceId, shows: showRows.parse(found) });
}

async function aboutAmong(
  connection: SearchConnection,
  plan: QueryPlan,
  candidates: readonly DistinctEpisode[],
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const texts = {
    written: (ids: readonly number[]) => connection.rows(CANDIDATES, [JSON.stringify(ids)]),
    transcripts: (ids: readonly number[], most: number) => {
      const wanted = new Set(ids);
      const said = candidates.filter(({ id, isSaid }) => isSaid && wanted.has(id));
      return transcriptsOf(connection, said.slice(0, most));
    },
  };
  return findAbout(plan, candidates, texts, signal);
}

const CANDIDATES = `SELECT ${CANDIDATE_COLUMNS}
  FROM (SELECT value AS candidate FROM json_each(?)) CROSS JOIN episodes ON id = candidate`;

function later(oldest: bigint, wanted = oldest): bigint {
  return wanted > oldest ? wanted : oldest;
}

/** Read first: without transcripts or followers-only shows, a search omits their conditions and is a fifth faster. */
const FACTS = `SELECT json_object(
  'anySaid', EXISTS (SELECT 1 FROM spoken_fts_docsize),
  'anyHidden', EXISTS (SELECT 1 FROM feeds WHERE state = 'followers'))`;

const factsSchema = z.object({ anySaid: z.literal([0, 1]), anyHidden: z.literal([0, 1]) });

const EPISODES = `SELECT json_group_array(json_array(id, ${foundValues(SQLITE.hex)}))
  FROM (SELECT value AS shown FROM json_each(?)) CROSS JOIN episodes ON id = shown`;
const TRANSCRIPTS = `SELECT episode_id, spoken, iif(heard_s IS NULL, json_extract(sources, '$[0].url'), NULL), heard_s
  FROM (SELECT value AS shown FROM json_each(?)) CROSS JOIN transcripts ON episode_id = shown
  WHERE spoken IS NOT NULL`;

const episodeRows = z.array(z.tuple([z.number()], z.unknown()));
const transcriptRows = z.array(
  z.tuple([z.number(), z.instanceof(Uint8Array), z.string().nullable(), z.number().nullable()]),
);

async function episodesOf(
  connection: SearchConnection,
  shown: readonly DistinctEpisode[],
): Promise<Map<number, FoundRow>> {
  if (shown.length === 0) return new Map();
  const found = await connection.json(EPISODES, [JSON.stringify(shown.map(({ id }) => id))]);
  const rows = episodeRows.parse(found);
  return new Map(rows.map(([id, ...values]) => [id, readFoundRow(values)]));
}

async function transcriptsOf(
  connection: SearchConnection,
  shown: readonly DistinctEpisode[],
): Promise<PackedTranscript[]> {
  const ids = shown.filter(({ isSaid }) => isSaid).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = transcriptRows.parse(await connection.rows(TRANSCRIPTS, [JSON.stringify(ids)]));
  return rows.map(([episodeId, packed, url, heardSeconds]) => ({
    episodeId,
    packed,
    url,
    heardSeconds,
  }));
}
