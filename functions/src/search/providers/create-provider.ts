import type { Config } from '../../platform/config.ts';
import { type Covers, encodeResponse, type EncodedResponse } from '../encode-response.ts';
import { catalogueProvider } from './catalogue-provider.ts';
import { firestoreDailyBudget } from './daily-budget.ts';
import { httpProvider } from './http-provider.ts';
import { listenNotesProvider } from './listen-notes-provider.ts';
import type { SearchProvider } from './search-provider.ts';

/** The provider that the settings choose. */
export function createProvider({
  search,
  catalogueUrl,
  emulated,
}: Config): SearchProvider<EncodedResponse> {
  // The samples' covers are on this machine, so they are kept under the emulators.
  const covers = emulated ? 'all' : 'public';
  switch (search.provider) {
    case 'catalogue':
      return catalogueProvider(catalogueUrl, covers);
    case 'listennotes':
      return encoded(
        listenNotesProvider(search, firestoreDailyBudget('listennotes', search.dailyBudget)),
        covers,
      );
    case 'http':
      return encoded(httpProvider(search.backendUrl), covers);
  }
}

function encoded(provider: SearchProvider, covers: Covers): SearchProvider<EncodedResponse> {
  return {
    name: provider.name,
    cacheable: provider.cacheable,
    allowsFeeds: provider.allowsFeeds,
    atOnce: provider.atOnce,
    search: async (request, signal) =>
      encodeResponse(await provider.search(request, signal), covers),
  };
}
