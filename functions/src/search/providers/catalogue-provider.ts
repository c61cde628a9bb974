import type { CatalogueQuery } from '../../catalogue/answers/catalogue-query.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { READING } from '../../catalogue/engines/postgres/server/server-limits.ts';
import { CONNECTIONS } from '../../catalogue/engines/sqlite/search/search-connections.ts';
import { catalogueKind, openCatalogue } from '../../catalogue/file/open-catalogue.ts';
import {
  describeQuery,
  EMPTY_QUERY,
  needsSentence,
  MAX_EPISODES,
  MAX_MENTIONS,
  MAX_TOTAL,
  type SearchResponse,
} from '../../contract/index.ts';
import { planQuery } from '../../query/plan-query.ts';
import { isTranscriptTerm, unwantedTerms, wantedTerms } from '../../query/query-plan.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { SearchProvider } from './search-provider.ts';

/** Ignores a request's `language`, which is always the same; keywords choose a language with `lang:`. */
export function catalogueProvider(url: string): SearchProvider {
  const ready = opening(url);
  return {
    name: 'catalogue',
    cacheable: true,
    atOnce: catalogueKind(url) === 'postgres' ? READING.connections : CONNECTIONS,
    ready,
    search: async (
      {
        keywords,
        startDate,
        spoken,
        nameOnly,
        sort,
        strength,
        skip = 0,
        limit = MAX_EPISODES,
        trend,
      },
      signal,
      followed,
    ) => {
      const asked: CatalogueQuery = {
        ...(trend !== undefined && { trend: { atMs: Date.now(), most: MAX_MENTIONS } }),
        keywords,
        spoken,
        nameOnly,
        sort,
        strength,
        followed,
        startDateMs: startDate,
        skip,
        limit: trend === 'alone' ? 0 : Math.min(limit, MAX_TOTAL - skip),
        totalLimit: trend === 'alone' ? 0 : MAX_TOTAL,
      };
      return answerQuery(await ready(), asked, signal);
    },
    speech: async (lookup) => (await ready()).speech(lookup),
    episode: async (lookup) => (await ready()).episode(lookup),
    episodePage: async (lookup) => (await ready()).episodePage(lookup),
    show: async (lookup) => (await ready()).show(lookup),
    topicCounts: async () => (await ready()).topicCounts(),
    publicShows: async (limit) => (await ready()).publicShows(limit),
  };
}

function opening(url: string): () => Promise<Catalogue> {
  let opened: Promise<Catalogue> | undefined;
  return async () => {
    opened ??= openCatalogue(url);
    const catalogue = await opened;
    await catalogue.ready();
    return catalogue;
  };
}

/** Adds the query in words, and a suggestion if nothing was found. Throws what `Catalogue.query` throws. */
export async function answerQuery(
  catalogue: Pick<Catalogue, 'query' | 'textsWith'>,
  asked: CatalogueQuery,
  signal?: AbortSignal,
): Promise<SearchResponse> {
  const found = await catalogue.query(asked, signal);
  const { isRanked = false, searchedSinceMs: searchedSince, ...response } = found;
  const sort = isRanked ? 'relevance' : 'newest';
  const about = {
    sort,
    paged: true,
    ...(searchedSince !== undefined && { searchedSince }),
  } as const;
  const explained = explainQuery({ ...response, ...about }, asked.keywords, asked.spoken);
  const answer = searchedSince === undefined ? explained : withNarrowed(explained, searchedSince);
  // No suggestion if the request excludes brief mentions, because these may exist, or if it asks only for the
  // trend.
  if (found.total > 0 || asked.strength !== undefined || asked.limit === 0) return answer;
  const meant = await didYouMean(catalogue, asked, { signal });
  return meant === null ? answer : { ...answer, meant };
}

/** Adds the query in words, unless it is plain words. `spoken` is false if transcripts are not searched. */
export function explainQuery(
  response: SearchResponse,
  keywords: readonly string[],
  spoken = true,
): SearchResponse {
  const asked = describeQuery(keywords);
  if (asked !== null && !keywords.some(needsSentence)) return response;
  if (asked === null) return { ...response, asked: EMPTY_QUERY };
  const missing = !spoken && asksForSpoken(keywords) ? ` ${NOT_SEARCHED}` : '';
  return { ...response, asked: `Searching for ${asked}.${missing}` };
}

function withNarrowed(answer: SearchResponse, sinceMs: number): SearchResponse {
  const note = `With words as common as these, only episodes since ${DAY.format(sinceMs)} were searched.`;
  return { ...answer, asked: answer.asked === undefined ? note : `${answer.asked} ${note}` };
}

const DAY = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

const NOT_SEARCHED = 'What is said is not searched here: “spoken:” finds nothing.';

function asksForSpoken(keywords: readonly string[]): boolean {
  const plan = planQuery(keywords);
  return plan !== null && [...wantedTerms(plan), ...unwantedTerms(plan)].some(isTranscriptTerm);
}
