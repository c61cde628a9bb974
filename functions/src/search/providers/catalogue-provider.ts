import type { Catalogue } from '../../catalogue/catalogue.ts';
import { READING } from '../../catalogue/engines/postgres/server/server-limits.ts';
import { catalogueKind, openCatalogue } from '../../catalogue/storage/open-catalogue.ts';
import { MAX_EPISODES, MAX_TOTAL } from '../../contract/index.ts';
import type { Covers, EncodedResponse } from '../encode-response.ts';
import type { ThreadQuery } from '../thread/query-messages.ts';
import { openQueryThread } from '../thread/query-thread.ts';
import { openQueryThreads, queryThreadCount } from '../thread/query-threads.ts';
import type { SearchProvider } from './search-provider.ts';

type Ask = (query: ThreadQuery, signal: AbortSignal) => Promise<EncodedResponse>;

/**
 * Searches the catalogue: SQLite on worker threads, PostgreSQL on its server. Ignores `language`,
 * as the list of feeds decides the languages.
 */
export function catalogueProvider(url: string, covers: Covers): SearchProvider<EncodedResponse> {
  const isServer = catalogueKind(url) === 'postgres';
  const ask = isServer ? askServer(url, covers) : askThread(url, covers);
  return {
    name: 'catalogue',
    cacheable: true,
    atOnce: isServer ? READING.connections : null,
    search: (
      { keywords, startDate, spoken, repeated, sort, reviewed = startDate === undefined },
      signal,
      followed,
    ) =>
      ask(
        {
          keywords,
          spoken,
          repeated,
          sort,
          reviewed,
          followed,
          startDateMs: startDate,
          limit: MAX_EPISODES,
          totalLimit: MAX_TOTAL,
        },
        signal,
      ),
    speech: ask,
    episode: ask,
  };
}

function askThread(catalogueUrl: string, covers: Covers): Ask {
  // A copy in memory serves one thread only.
  const count = catalogueKind(catalogueUrl) === 'object' ? 1 : queryThreadCount();
  const threads = openQueryThreads(() => openQueryThread({ catalogueUrl, covers }), count);
  return (query, signal) => threads.query(query, signal);
}

function askServer(url: string, covers: Covers): Ask {
  let opened: Promise<Catalogue> | undefined;
  return async (query, signal) => {
    const catalogue = await (opened ??= openCatalogue(url));
    // Imported on demand: the main thread of a SQLite catalogue starts without it.
    const { encodeAnswer } = await import('../encode-answer.ts');
    return encodeAnswer(catalogue, query, { covers, signal });
  };
}
