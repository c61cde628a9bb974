import type { EpisodeLookup, SpeechLookup } from '../catalogue/answers/catalogue-query.ts';
import { countedTopics, type Topic } from '../platform/public-pages.ts';
import type { PublicShow } from '../catalogue/answers/show-page.ts';
import {
  type Episode,
  RESULTS_PER_PAGE,
  type Sentence,
  type ShowAnswer,
  type ShowRequest,
  type TopicCounts,
} from '../contract/index.ts';
import { type Config, config } from '../platform/config.ts';
import { createClientFinder } from '../platform/clients/client.ts';
import { connectSharedCount, countInFirestore } from '../platform/clients/firestore-rate-limit.ts';
import { createSearchAllowance, createSearchCalls } from './limits/search-allowance.ts';
import { createFollowedFinder } from '../accounts/followed-finder.ts';
import { followedShows } from '../accounts/firestore-shows.ts';
import { catalogueProvider } from './providers/catalogue-provider.ts';
import { httpProvider } from './providers/http-provider.ts';
import type { SearchProvider } from './providers/search-provider.ts';
import { limitResponse } from './limit-response.ts';
import { database } from '../platform/firebase-admin.ts';
import { createEpisodePages } from './episode-pages.ts';
import { sharedMoments } from './shared-moments.ts';
import { createSearch } from './search-episodes.ts';

const NO_SHOW: ShowAnswer = { episodes: [], total: 0, show: null };

export type SearchService = ReturnType<typeof openSearchService>;

/** Call it on the first request: the deploy tool loads the functions without settings. */
export function openSearchService() {
  const settings = config();
  const provider = createProvider(settings);
  // Covers of the sample feeds are on localhost.
  const covers = settings.FUNCTIONS_EMULATOR ? 'all' : 'public';
  const limited = <Response extends { episodes: Episode[] }>(response: Response) =>
    limitResponse(response, covers);
  const moments = sharedMoments({ firestore: database, count: countInFirestore });
  const isShared = settings.RATE_LIMIT_STORE === 'firestore';
  return {
    provider: provider.name,
    /** False if neither this process nor a CDN may cache results. */
    cacheable: provider.cacheable,
    search: createSearch({
      ...provider,
      search: async (...asked) => limited(await provider.search(...asked)),
    }),
    followedBy: createFollowedFinder({ read: followedShows }),
    /** Neither shared nor cached: reading a transcript or show costs less than any search. */
    speech: (lookup: SpeechLookup): Promise<Sentence[] | null> =>
      provider.speech?.(lookup) ?? Promise.resolve(null),
    episode: async (lookup: EpisodeLookup): Promise<Episode | null> => {
      const found = await provider.episode?.(lookup);
      return found ? (limited({ episodes: [found] }).episodes[0] ?? null) : null;
    },
    episodePage: createEpisodePages({ provider, moments, topics, limited }),
    show: async ({ id: showId, skip = 0 }: ShowRequest['show']): Promise<ShowAnswer> =>
      limited((await provider.show?.({ showId, skip, limit: RESULTS_PER_PAGE })) ?? NO_SHOW),
    publicShows: (limit: number): Promise<PublicShow[]> =>
      provider.publicShows?.(limit) ?? Promise.resolve([]),
    topicCounts: (): Promise<TopicCounts> => provider.topicCounts?.() ?? Promise.resolve({}),
    callOf: createSearchCalls({
      clientOf: createClientFinder(settings.TRUSTED_PROXIES),
      ready: isShared ? connectSharedCount() : null,
      allow: createSearchAllowance({
        perMinute: settings.SEARCH_REQUESTS_PER_MINUTE,
        countShared: isShared ? countInFirestore : null,
      }),
    }),
  };
}

let shared: SearchService | undefined;

let known: Topic[] | undefined;

function topics(): Topic[] {
  known ??= countedTopics();
  return known;
}

/** One service for functions that search for several purposes, because a copy of the catalogue is large. */
export function sharedSearchService(): SearchService {
  shared ??= openSearchService();
  return shared;
}

function createProvider(settings: Config): SearchProvider {
  switch (settings.SEARCH_PROVIDER) {
    case 'catalogue':
      return catalogueProvider(settings.CATALOGUE_URL);
    case 'http':
      return httpProvider(settings.SEARCH_BACKEND_URL);
  }
}
