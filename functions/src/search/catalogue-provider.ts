import { openCatalogue, type Catalogue } from '../catalogue/open-catalogue.ts';
import { queryCatalogue } from '../catalogue/query-catalogue.ts';
import { MAX_EPISODES, MAX_TOTAL } from '../contract/index.ts';
import type { SearchProvider } from './search-provider.ts';

/**
 * Answers from the catalogue at `url`. Language is not a filter here: the list of feeds decides
 * which languages are covered.
 */
export function catalogueProvider(url: string): SearchProvider {
  let catalogue: Catalogue | undefined;
  return {
    name: 'catalogue',
    cacheable: true,
    async search({ keywords, startDate }) {
      catalogue ??= openCatalogue(url);
      await catalogue.ready();
      return queryCatalogue(catalogue, {
        keywords,
        startDateMs: startDate,
        limit: MAX_EPISODES,
        totalLimit: MAX_TOTAL,
      });
    },
  };
}
