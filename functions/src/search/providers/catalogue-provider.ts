import type { Catalogue } from '../../catalogue/catalogue.ts';
import { READING } from '../../catalogue/engines/postgres/server/server-limits.ts';
import { CONNECTIONS } from '../../catalogue/engines/sqlite/search/search-connections.ts';
import { catalogueKind, openCatalogue } from '../../catalogue/storage/open-catalogue.ts';
import { MAX_EPISODES, MAX_MENTIONS, MAX_TOTAL } from '../../contract/index.ts';
import type { CatalogueRequest } from '../encode-answer.ts';
import type { Covers, EncodedResponse } from '../encode-response.ts';
import type { SearchProvider } from './search-provider.ts';

/**
 * Searches the catalogue: SQLite on threads of libsql, PostgreSQL on its server. A request's `language` is
 * ignored, because it is the same in every request; keywords choose a language by `lang:`.
 */
export function catalogueProvider(url: string, covers: Covers): SearchProvider<EncodedResponse> {
  const ask = asking(url, covers);
  return {
    name: 'catalogue',
    cacheable: true,
    atOnce: catalogueKind(url) === 'postgres' ? READING.connections : CONNECTIONS,
    search: (
      {
        keywords,
        startDate,
        spoken,
        sort,
        strength,
        skip,
        trend,
        reviewed = startDate === undefined,
      },
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
          reviewed,
          followed,
          startDateMs: startDate,
          skip,
          limit: trend === 'alone' ? 0 : MAX_EPISODES,
          totalLimit: trend === 'alone' ? 0 : MAX_TOTAL,
        },
        signal,
      ),
    speech: ask,
    episode: ask,
  };
}

/** Returns a function that answers from a catalogue, which the first request opens. */
function asking(url: string, covers: Covers) {
  let opened: Promise<Catalogue> | undefined;
  return async (request: CatalogueRequest, signal: AbortSignal): Promise<EncodedResponse> => {
    opened ??= openCatalogue(url);
    const catalogue = await opened;
    await catalogue.ready();
    // Lazy import, so that functions which do not search start without it.
    const { encodeAnswer } = await import('../encode-answer.ts');
    return encodeAnswer(catalogue, request, { covers, signal });
  };
}
