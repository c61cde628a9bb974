import { MAX_EPISODES, MAX_TOTAL } from '../../contract/index.ts';
import { openQueryThread } from '../thread/query-thread.ts';
import type { SearchProvider } from './search-provider.ts';

/**
 * Answers from the catalogue at `url`, on a thread of its own. Language is not a filter here: the
 * list of feeds decides which languages are covered.
 */
export function catalogueProvider(url: string): SearchProvider {
  const thread = openQueryThread({ catalogueUrl: url });
  return {
    name: 'catalogue',
    cacheable: true,
    search: ({ keywords, startDate }, signal) =>
      thread.query(
        { keywords, startDateMs: startDate, limit: MAX_EPISODES, totalLimit: MAX_TOTAL },
        signal,
      ),
  };
}
