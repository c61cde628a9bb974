import type { Config } from '../../platform/config.ts';
import { type Covers, encodeResponse, type EncodedResponse } from '../encode-response.ts';
import { catalogueProvider } from './catalogue-provider.ts';
import { firestoreDailyBudget } from './daily-budget.ts';
import { httpProvider } from './http-provider.ts';
import { listenNotesProvider } from './listen-notes-provider.ts';
import type { SearchProvider } from './search-provider.ts';

export function createProvider(settings: Config): SearchProvider<EncodedResponse> {
  // Covers of the sample feeds are on localhost.
  const covers = settings.FUNCTIONS_EMULATOR ? 'all' : 'public';
  switch (settings.SEARCH_PROVIDER) {
    case 'catalogue':
      return catalogueProvider(settings.CATALOGUE_URL, covers);
    case 'listennotes': {
      const { LISTENNOTES_URL, LISTENNOTES_API_KEY, LISTENNOTES_DEPTH } = settings;
      const plan = { url: LISTENNOTES_URL, apiKey: LISTENNOTES_API_KEY, depth: LISTENNOTES_DEPTH };
      const budget = firestoreDailyBudget('listennotes', settings.LISTENNOTES_DAILY_BUDGET);
      return encoded(listenNotesProvider(plan, budget), covers);
    }
    case 'http':
      return encoded(httpProvider(settings.SEARCH_BACKEND_URL), covers);
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
