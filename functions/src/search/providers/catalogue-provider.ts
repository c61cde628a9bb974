import type { Catalogue } from '../../catalogue/catalogue.ts';
import { READING } from '../../catalogue/engines/postgres/server/server-limits.ts';
import { CONNECTIONS } from '../../catalogue/engines/sqlite/search/search-connections.ts';
import { catalogueKind, openCatalogue } from '../../catalogue/file/open-catalogue.ts';
import { MAX_EPISODES, MAX_MENTIONS, MAX_TOTAL } from '../../contract/index.ts';
import type { CatalogueRequest } from '../answer-query.ts';
import type { Covers, EncodedResponse } from '../encode-response.ts';
import type { SearchProvider } from './search-provider.ts';

/**
 * Searches the catalogue: SQLite on threads of libsql, PostgreSQL on its server. A request's `language` is
 * ignored, because it is the same in every request; keywords choose a language by `lang:`.
 */
export function catalogueProvider(url: string, covers: Covers): SearchProvider<EncodedResponse> {
  const ready = opening(url);
  const ask = async (request: CatalogueRequest, signal: AbortSignal): Promise<EncodedResponse> => {
    const catalogue = await ready();
    // Lazy import, so that functions which do not search start without it.
    const { encodeAnswer } = await import('../answer-query.ts');
    return encodeAnswer(catalogue, request, { covers, signal });
  };
  return {
    name: 'catalogue',
    cacheable: true,
    atOnce: catalogueKind(url) === 'postgres' ? READING.connections : CONNECTIONS,
    ready,
    search: (
      { keywords, startDate, spoken, sort, strength, skip = 0, limit = MAX_EPISODES, trend },
      signal,
      followed,
    ) =>
      ask(
        {
          ...(trend !== undefined && { trend: { atMs: Date.now(), most: MAX_MENTIONS } }),
          keywords,
          spoken,
          sort,
          strength,
          followed,
          startDateMs: startDate,
          skip,
          limit: trend === 'alone' ? 0 : Math.min(limit, MAX_TOTAL - skip),
          totalLimit: trend === 'alone' ? 0 : MAX_TOTAL,
        },
        signal,
      ),
    speech: ask,
    episode: ask,
    show: ask,
    topicCounts: async () => (await ready()).topicCounts(),
    publicShows: async (limit) => (await ready()).publicShows(limit),
  };
}

/** Returns a function that opens the catalogue once, and resolves with it when its copy is up to date. */
function opening(url: string): () => Promise<Catalogue> {
  let opened: Promise<Catalogue> | undefined;
  return async () => {
    opened ??= openCatalogue(url);
    const catalogue = await opened;
    await catalogue.ready();
    return catalogue;
  };
}
