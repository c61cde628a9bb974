import type { Episode, Trend } from '../../contract/index.ts';
import { alertPlan } from '../../query/alert-plan.ts';
import { planQuery } from '../../query/plan-query.ts';
import { type QueryPlan, wantedSpoken, withoutTranscriptTerms } from '../../query/query-plan.ts';
import { firstEpisodeId } from '../schema/episode-id.ts';
import type { FoundRow } from '../schema/episode-row.ts';
import type { CatalogueAnswer, CatalogueQuery, TrendQuery } from './catalogue-query.ts';
import { foundTexts, toFoundEpisode } from './found-episode.ts';
import { quoteTranscripts } from './quote-transcripts.ts';
import { byStrength, type CandidateTexts, findAbout, strongestFirst } from './rank-by-strength.ts';
import { searchInTime, type TimeLimits } from './search-in-time.ts';
import { firstIdOfTrend, trendOf } from './trend.ts';
import type { Follower } from './visibility.ts';

export interface DistinctEpisode {
  id: number;
  /** The group of its duplicates; null without duplicates. */
  group: number | null;
  /** False if its transcript has no match. */
  isSaid: boolean;
}

export interface DistinctFound {
  /** Newest first. Each group of duplicates has one: its first-seen match. */
  shown: DistinctEpisode[];
  total: number;
  /** Id of the oldest counted match; for a group of duplicates, the id of its newest match. */
  lastId?: number | undefined;
}

/** A page is `limit` of the newest matches after the first `skip`. Counts up to `totalLimit`. */
export interface PageBounds {
  skip: number;
  limit: number;
  totalLimit: number;
}

export type OtherShows = (
  shown: DistinctEpisode,
  episode: Pick<Episode, 'podcast'>,
) => Pick<Episode, 'alsoIn' | 'alsoInMore'>;

/** What a search reads, all of one state of the catalogue. */
export interface SearchReads extends CandidateTexts {
  newest(bounds: PageBounds): Promise<DistinctFound>;
  episodes(ids: readonly number[]): Promise<ReadonlyMap<number, FoundRow>>;
  otherShows(shown: readonly DistinctEpisode[]): Promise<OtherShows>;
  /** Names of the shows with most of these episodes, and how many. */
  topShows(ids: readonly number[]): Promise<[podcast: string, mentions: number][]>;
}

export interface EngineQuery {
  plan: QueryPlan;
  spoken: boolean;
  oldestId: bigint;
  followed: Follower | undefined;
  /** True if `oldestId` is only a few days ago, after a search of all was too slow. */
  isRecent: boolean;
  signal: AbortSignal;
}

/** Rejects after the query's signal aborts, as soon as its statement has ended. */
export type ReadEngine = <T>(
  query: EngineQuery,
  work: (reads: SearchReads) => Promise<T>,
) => Promise<T>;

/**
 * Answers a search; see {@link searchInTime} for one that is too slow. Asks the engine nothing if nothing can match.
 * @param connect Runs before the timeout starts.
 */
export async function findEpisodes(
  read: ReadEngine,
  query: CatalogueQuery,
  limits: TimeLimits = {},
  connect?: () => Promise<void>,
): Promise<CatalogueAnswer> {
  const { spoken = true, nameOnly = true, followed } = query;
  const typed = planQuery(query.keywords);
  const all = typed === null || nameOnly ? typed : alertPlan(typed);
  const plan = all === null || spoken ? all : withoutTranscriptTerms(all);
  if (plan === null) return { episodes: [], total: 0 };
  await connect?.();
  const common = { plan, spoken, followed };
  return searchInTime(
    {
      find: (asked, signal, isRecent) => {
        const oldestId = firstEpisodeId(asked.startDateMs ?? 0);
        return answer(read, { ...common, oldestId, isRecent, signal }, asked);
      },
      countMentions: (trend, signal) => {
        const oldestId = firstIdOfTrend(trend.atMs);
        const asked = { ...common, oldestId, isRecent: false, signal };
        return read(asked, (reads) => countMentions(reads, trend));
      },
    },
    query,
    limits,
  );
}

async function answer(
  read: ReadEngine,
  asked: EngineQuery,
  query: CatalogueQuery,
): Promise<CatalogueAnswer> {
  const { plan, signal } = asked;
  const found = await read(asked, (reads) => readPage(reads, asked, query));
  const { shown, rows, transcripts, otherShows, total } = found;
  // Runs after the reads, so that other searches can use the connection.
  const saidIn = await quoteTranscripts(wantedSpoken(plan), transcripts, signal);
  const texts = foundTexts(plan);
  const episodes = shown.flatMap((each) => {
    const row = rows.get(each.id);
    if (row === undefined) return [];
    const episode = toFoundEpisode(row, texts, saidIn.get(each.id));
    return [Object.assign(episode, otherShows(each, row))];
  });
  const isRanked = query.sort === 'relevance';
  return {
    episodes: isRanked ? byStrength(episodes) : episodes,
    total,
    ...(isRanked && { isRanked }),
  };
}

async function readPage(
  reads: SearchReads,
  { plan, signal }: EngineQuery,
  { skip = 0, limit, totalLimit, sort = 'newest', strength }: CatalogueQuery,
) {
  const isNewestOfAll = sort === 'newest' && strength === undefined;
  // Sorting or filtering by strength needs all counted matches, not just one page.
  const found = await reads.newest(
    isNewestOfAll
      ? { skip, limit, totalLimit }
      : { skip: 0, limit: Math.max(skip + limit, totalLimit), totalLimit },
  );
  let { shown, total } = found;
  if (!isNewestOfAll) {
    const about = await findAbout(plan, shown, reads, signal);
    const isAbout = ({ id }: DistinctEpisode) => about.has(id);
    if (strength !== undefined) {
      shown = shown.filter(isAbout);
      total = shown.length;
    }
    if (sort === 'relevance') shown = strongestFirst(shown, isAbout);
    shown = shown.slice(skip, skip + limit);
  }
  const rows = await reads.episodes(shown.map(({ id }) => id));
  const said = shown.filter(({ isSaid }) => isSaid).map(({ id }) => id);
  const transcripts = await reads.transcripts(said, said.length);
  const otherShows = await reads.otherShows(shown);
  return { shown, rows, transcripts, otherShows, total };
}

async function countMentions(reads: SearchReads, { atMs, most }: TrendQuery): Promise<Trend> {
  const bounds = { skip: 0, limit: most, totalLimit: most };
  const { shown, lastId } = await reads.newest(bounds);
  const ids = shown.map(({ id }) => id);
  const sinceId = ids.length >= most ? lastId : undefined;
  return trendOf(atMs, { ids, sinceId, shows: await reads.topShows(ids) });
}
