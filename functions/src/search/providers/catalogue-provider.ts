import type { Catalogue, CatalogueQuery } from '../../catalogue/catalogue.ts';
import { READING } from '../../catalogue/engines/postgres/server/server-limits.ts';
import { catalogueKind, openCatalogue } from '../../catalogue/storage/open-catalogue.ts';
import { MAX_EPISODES, MAX_TOTAL } from '../../contract/index.ts';
import { type Covers, encodeResponse, type EncodedResponse } from '../encode-response.ts';
import { openQueryThread } from '../thread/query-thread.ts';
import { openQueryThreads, queryThreadCount } from '../thread/query-threads.ts';
import type { SearchProvider } from './search-provider.ts';

type Ask = (query: CatalogueQuery, signal: AbortSignal) => Promise<EncodedResponse>;

/**
 * Answers from the catalogue at `url`: on a thread of its own where this process reads the catalogue
 * itself, else on the catalogue's server, where each search has a connection to itself. Language is not a
 * filter here: the list of feeds decides which languages are covered.
 */
export function catalogueProvider(url: string, covers: Covers): SearchProvider<EncodedResponse> {
  const isServer = catalogueKind(url) === 'postgres';
  const ask = isServer ? askServer(url, covers) : askThread(url, covers);
  return {
    name: 'catalogue',
    cacheable: true,
    allowsFeeds: true,
    atOnce: isServer ? READING.connections : null,
    search: ({ keywords, startDate, spoken, repeated }, signal) =>
      ask(
        {
          ...{ keywords, spoken, repeated },
          startDateMs: startDate,
          limit: MAX_EPISODES,
          totalLimit: MAX_TOTAL,
        },
        signal,
      ),
  };
}

function askThread(catalogueUrl: string, covers: Covers): Ask {
  // Each thread has its own copy of an object, in memory, which is meant for one.
  const count = catalogueKind(catalogueUrl) === 'object' ? 1 : queryThreadCount();
  const threads = openQueryThreads(() => openQueryThread({ catalogueUrl, covers }), count);
  return (query, signal) => threads.query(query, signal);
}

function askServer(url: string, covers: Covers): Ask {
  let opened: Promise<Catalogue> | undefined;
  return async (query, signal) => {
    const catalogue = await (opened ??= openCatalogue(url));
    // Loaded here: where a thread answers, this one begins without what makes answers.
    const { answerQuery } = await import('../answer-query.ts');
    return encodeResponse(await answerQuery(catalogue, query, signal), covers);
  };
}
