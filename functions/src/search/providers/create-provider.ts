import type { Config } from '../../platform/config.ts';
import { type Covers, encodeResponse, type EncodedResponse } from '../encode-response.ts';
import { catalogueProvider } from './catalogue-provider.ts';
import { httpProvider } from './http-provider.ts';
import type { SearchProvider } from './search-provider.ts';

export function createProvider(settings: Config): SearchProvider<EncodedResponse> {
  // Covers of the sample feeds are on localhost.
  const covers = settings.FUNCTIONS_EMULATOR ? 'all' : 'public';
  switch (settings.SEARCH_PROVIDER) {
    case 'catalogue':
      return catalogueProvider(settings.CATALOGUE_URL, covers);
    case 'http':
      return encoded(httpProvider(settings.SEARCH_BACKEND_URL), covers);
  }
}

function encoded(provider: SearchProvider, covers: Covers): SearchProvider<EncodedResponse> {
  return {
    name: provider.name,
    cacheable: provider.cacheable,
    atOnce: provider.atOnce,
    search: async (request, signal) =>
      encodeResponse(await provider.search(request, signal), covers),
  };
}
