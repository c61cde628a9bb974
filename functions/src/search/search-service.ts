import { config } from '../platform/config.ts';
import { createClientFinder } from '../platform/clients/client.ts';
import { connectSharedCount, countInFirestore } from '../platform/clients/firestore-rate-limit.ts';
import { createSearchAllowance } from './limits/search-allowance.ts';
import { createSearchCalls } from './limits/search-call.ts';
import { createProvider } from './providers/create-provider.ts';
import { createSearch } from './search-episodes.ts';

/** What {@link openSearchService} opens. */
export type SearchService = ReturnType<typeof openSearchService>;

/**
 * Everything a function needs to answer searches as the settings say: the provider behind the
 * search policy, and who may search how often. To be opened by the first request, because the
 * deploy tool loads the functions without any settings.
 */
export function openSearchService() {
  const settings = config();
  const provider = createProvider(settings);
  const isShared = settings.RATE_LIMIT_STORE === 'firestore';
  return {
    provider: provider.name,
    /** Whether answers may be kept, here or by a CDN. */
    cacheable: provider.cacheable,
    /** Whether there are feeds. */
    hasFeeds: provider.allowsFeeds,
    search: createSearch({ provider }),
    /** Who makes a call, and whether they may search now. */
    callOf: createSearchCalls({
      clientOf: createClientFinder(settings.TRUSTED_PROXIES),
      // Where calls are counted for all instances together, that must be possible first.
      ready: isShared ? connectSharedCount() : null,
      allow: createSearchAllowance({
        perMinute: settings.SEARCH_REQUESTS_PER_MINUTE,
        countShared: isShared ? countInFirestore : null,
      }),
    }),
  };
}
