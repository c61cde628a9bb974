import * as z from 'zod';
import {
  isAnywhere,
  planQuery,
  type QueryPlan,
  wantedSpoken,
  wantedTerms,
  withoutTranscriptTerms,
} from '../../../../query/plan-query.ts';
import { anyExpression } from '../../../../query/fts-expression.ts';
import type { CatalogueAnswer, CatalogueQuery } from '../../../answers/catalogue-query.ts';
import { firstEpisodeId, publishedAtMsOf } from '../../../sql/episode-id.ts';
import { type FoundRow, foundValues, readFoundRow } from '../../../sql/episode-row.ts';
import { foundTexts, toFoundEpisode } from '../../../answers/found-episode.ts';
import { type PackedTranscript, quoteTranscripts } from '../../../answers/quote-transcripts.ts';
import { firstIdOfTrend, TREND_SHARE } from '../../../answers/trend.ts';
import { countMentions } from './count-mentions.ts';
import { dedupeResults, type Find, otherShows, type ShownEpisode } from './dedupe-results.ts';
import { episodesOfExcludedNames } from './excluded-shows.ts';
import {
  aboutIt,
  byStrength,
  CANDIDATE_COLUMNS,
  strongestFirst,
} from '../../../answers/rank-by-strength.ts';
import { furtherTexts } from '../../../texts/searchable-texts.ts';
import { indexOf } from '../text-indexes.ts';
import { type FewerDays, fewerDays } from './fewer-days.ts';
import { newestFound } from './found-statement.ts';
import type { SearchConnection } from './search-connections.ts';
import { SQLITE } from '../../../sql/dialect.ts';
import { UNLIMITED, workBudget, type WorkBudget } from './work-budget.ts';
import { searching, type SqliteDatabase } from '../sqlite-database.ts';

/**
 * Limit of index entries that a query reads, about 40 ms. Six words that stand in each of 100 000 episodes
 * but never side by side reach it. With up to 10 000 episodes, searches of notes stay below it.
 */
export const MOST_WORK = 1_400_000;

/**
 * {@link Catalogue.query} off the main thread. Throws 'upstream-timeout' before reading if {@link
 * readCost} exceeds `mostWork`. Above the budget, optional parts of the result are omitted.
 */
export async function querySqlite(
  database: SqliteDatabase,
  query: CatalogueQuery,
  { signal, mostWork = MOST_WORK }: { signal?: AbortSignal | undefined; mostWork?: number } = {},
): Promise<CatalogueAnswer> {
  const asked = planQuery(query.keywords);
  if (asked === null) return NOTHING;
  const most = mostWork * (query.share ?? 1);
  const read = await searching(
    database,
    (connection) => readAnswer(connection, most, asked, query, signal),
    signal,
  );
  if (read === null) return NOTHING;
  const { shown, rows, transcripts, others, plan, ...counts } = read;
  // Quotations are made after the search, so that other searches can use its connection.
  const saidIn = await quoteTranscripts(wantedSpoken(plan), transcripts, signal);
  const texts = foundTexts(plan);
  const episodes = shown.flatMap(({ id, group }) => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const found = toFoundEpisode(row, texts, { repeated: query.repeated, said: saidIn.get(id) });
    return [Object.assign(found, others(group, row))];
  });
  return { episodes: counts.isRanked === true ? byStrength(episodes) : episodes, ...counts };
}

const NOTHING: CatalogueAnswer = { episodes: [], total: 0 };

async function readAnswer(
  connection: SearchConnection,
  most: number,
  asked: QueryPlan,
  query: CatalogueQuery,
  signal?: AbortSignal,
) {
  const budget = workBudget(connection, most);
  const { skip = 0, limit, totalLimit, repeated = false, sort = 'newest', strength } = query;
  const { reviewed, followed } = query;
  const { anySaid, anyHeld } = factsSchema.parse(await connection.json(FACTS));
  const spoken = query.spoken !== false && anySaid === 1;
  const shows = { anyHeld: anyHeld === 1, reviewed: reviewed === true, followed };
  const whole = spoken ? asked : withoutTranscriptTerms(asked);
  if (whole === null) return null;
  const oldest = firstEpisodeId(query.startDateMs ?? 0);
  const excluded = await episodesOfExcludedNames(connection, budget, whole, oldest);
  const plan = { ...whole, not: whole.not.filter(({ whole }) => !whole) };
  const within = (texts: { spoken: boolean; repeated: boolean }, from = oldest): Find => {
    const further = furtherTexts(texts).map(indexOf);
    return (range) => newestFound(plan, further, { ...range, oldest: later(from, range.oldest) });
  };
  const every = within({ spoken, repeated });
  const forStrength = strength === undefined ? 0 : Math.max(limit, totalLimit) * COST_OF_STRENGTH;
  const fewer =
    query.share === undefined
      ? await fewerDays(connection, every({}), { most: budget.left(), kept: forStrength })
      : null;
  const find = fewer === null ? every : ofDays(every, fewer);
  const isNewestOfAll = sort === 'newest' && strength === undefined;
  const found = await dedupeResults(connection, budget, find, {
    // Sorting or filtering by strength needs all counted matches, not only a page of them.
    ...(isNewestOfAll ? { skip, limit } : { limit: Math.max(limit, totalLimit) }),
    totalLimit,
    excluded,
    shows,
    from: fewer !== null && fewer.oldest > oldest ? fewer.oldest : undefined,
  });
  const { endedAt } = found;
  const about = await aboutAmong(connection, budget, { plan, sort, strength }, found.shown, signal);
  const isAbout = ({ id }: ShownEpisode) => about?.has(id) === true;
  const kept = strength === undefined ? found.shown : found.shown.filter(isAbout);
  const total = strength === undefined ? found.total : kept.length;
  const isRanked = sort === 'relevance' && about !== null;
  const left = isNewestOfAll ? 0 : skip;
  const ordered = isRanked ? strongestFirst(kept, isAbout) : kept;
  const shown = ordered.slice(left, left + limit);
  const rows = await episodesOf(connection, shown);
  const transcripts = await transcriptsOf(connection, shown);
  const others = await otherShows(
    connection,
    shown.map(({ group }) => group),
  );
  const trend =
    query.trend === undefined
      ? null
      : await countMentions(connection, workBudget(connection, most * TREND_SHARE), {
          ...query.trend,
          plan: whole,
          find: within({ spoken, repeated }, firstIdOfTrend(query.trend.atMs)),
          shows,
        });
  const since = endedAt !== undefined && { searchedSinceMs: publishedAtMsOf(endedAt) };
  const answer = {
    plan,
    shown,
    rows,
    transcripts,
    others,
    total,
    ...(isRanked && RANKED),
    ...(trend !== null && { trend }),
    ...since,
  };
  if (repeated || strength !== undefined || total >= totalLimit) return answer;
  const all = within({ spoken, repeated: true });
  const isCounted =
    (await isRepeatedAnywhere(connection, budget, plan, oldest)) && (await budget.affords(all({})));
  if (!isCounted) return answer;
  const counts = { limit: 0, totalLimit, excluded, shows };
  const counted = await dedupeResults(connection, UNLIMITED, all, counts);
  const repeatedMore = counted.total - total;
  return { ...answer, ...(repeatedMore > 0 && { repeatedMore }) };
}

/** `find` for fewer days; the cost of a statement is the budget of these days. */
function ofDays(find: Find, { oldest, work }: FewerDays): Find {
  return (range) => {
    const of = { ...range, oldest: later(oldest, range.oldest), isForward: true };
    return { ...find(of), lookups: [], checks: 0, further: work };
  };
}

const RANKED = { isRanked: true } as const;

/** Reading a candidate's texts and looking for the words in them, in index entries. */
const COST_OF_STRENGTH = 400;

/**
 * Ids of candidates that are about what matched; null if not needed, or if the budget does not suffice for
 * sorting by strength. Throws 'upstream-timeout' if it does not suffice for filtering.
 */
async function aboutAmong(
  connection: SearchConnection,
  budget: WorkBudget,
  { plan, sort, strength }: { plan: QueryPlan } & Pick<CatalogueQuery, 'sort' | 'strength'>,
  candidates: readonly ShownEpisode[],
  signal?: AbortSignal,
): Promise<ReadonlySet<number> | null> {
  const work = { lookups: [], further: candidates.length * COST_OF_STRENGTH };
  if (strength !== undefined) await budget.spend(work);
  else if (sort === 'newest' || !(await budget.affords(work))) return null;
  const texts = {
    written: (ids: readonly number[]) => connection.rows(CANDIDATES, [JSON.stringify(ids)]),
    transcripts: (ids: readonly number[], most: number) => {
      const wanted = new Set(ids);
      const said = candidates.filter(({ id, isSaid }) => isSaid && wanted.has(id));
      return transcriptsOf(connection, said.slice(0, most));
    },
  };
  return aboutIt(plan, candidates, texts, signal);
}

const CANDIDATES = `SELECT ${CANDIDATE_COLUMNS}
  FROM (SELECT value AS candidate FROM json_each(?)) CROSS JOIN episodes ON id = candidate`;

function later(oldest: bigint, wanted = oldest): bigint {
  return wanted > oldest ? wanted : oldest;
}

/** Are there transcripts, and shows that have not passed? Without both, a search is a fifth faster. */
const FACTS = `SELECT json_object(
  'anySaid', EXISTS (SELECT 1 FROM spoken_fts_docsize),
  'anyHeld', EXISTS (SELECT 1 FROM feeds WHERE state IN ('probation', 'followers')))`;

const factsSchema = z.object({ anySaid: z.literal([0, 1]), anyHeld: z.literal([0, 1]) });

async function isRepeatedAnywhere(
  connection: SearchConnection,
  budget: WorkBudget,
  plan: QueryPlan,
  oldest: bigint,
): Promise<boolean> {
  const terms = wantedTerms(plan).filter(isAnywhere);
  if (terms.length === 0) return false;
  const lookups = [{ index: 'repeated_fts' as const, terms, endsEarly: true }];
  if (!(await budget.affords({ lookups }))) return false;
  const first =
    'SELECT EXISTS (SELECT 1 FROM repeated_fts WHERE repeated_fts MATCH ? AND rowid >= ?)';
  return (await connection.json(first, [anyExpression(terms), oldest])) === 1;
}

const EPISODES = `SELECT json_group_array(json_array(id, ${foundValues(SQLITE.hex)}))
  FROM (SELECT value AS shown FROM json_each(?)) CROSS JOIN episodes ON id = shown`;
const TRANSCRIPTS = `SELECT episode_id, spoken, json_extract(sources, '$[0].url')
  FROM (SELECT value AS shown FROM json_each(?)) CROSS JOIN transcripts ON episode_id = shown
  WHERE spoken IS NOT NULL`;

const episodeRows = z.array(z.tuple([z.number()], z.unknown()));
const transcriptRows = z.array(z.tuple([z.number(), z.instanceof(Uint8Array), z.string()]));

async function episodesOf(
  connection: SearchConnection,
  shown: readonly ShownEpisode[],
): Promise<Map<number, FoundRow>> {
  if (shown.length === 0) return new Map();
  const found = await connection.json(EPISODES, [JSON.stringify(shown.map(({ id }) => id))]);
  const rows = episodeRows.parse(found);
  return new Map(rows.map(([id, ...values]) => [id, readFoundRow(values)]));
}

/** Transcripts of the shown episodes, as far as they match. */
async function transcriptsOf(
  connection: SearchConnection,
  shown: readonly ShownEpisode[],
): Promise<PackedTranscript[]> {
  const ids = shown.filter(({ isSaid }) => isSaid).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = transcriptRows.parse(await connection.rows(TRANSCRIPTS, [JSON.stringify(ids)]));
  return rows.map(([episodeId, packed, url]) => ({ episodeId, packed, url }));
}
