import type { Catalogue } from '../../catalogue/catalogue.ts';
import { READING } from '../../catalogue/engines/postgres/server/server-limits.ts';
import { CONNECTIONS } from '../../catalogue/engines/sqlite/search/search-connections.ts';
import { catalogueKind, openCatalogue } from '../../catalogue/storage/open-catalogue.ts';
import { MAX_EPISODES, MAX_MENTIONS, MAX_TOTAL } from '../../contract/index.ts';
import { AppError } from '../../platform/app-error.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { CatalogueRequest } from '../encode-answer.ts';
import type { Covers, EncodedResponse } from '../encode-response.ts';
import type { SearchProvider } from './search-provider.ts';

/** Limits of an engine: number of concurrent searches, and time for each in milliseconds. */
interface Running {
  atOnce: number;
  mostMs: number;
}

/** A search within the cost limit (`readCost`) takes about a fiftieth of this time at most. */
const SQLITE: Running = { atOnce: CONNECTIONS, mostMs: 2_000 };
/**
 * A search has several statements. The server ends each of them after `READING.statementMs`; `mostMs` limits
 * the search as a whole.
 */
const POSTGRES: Running = {
  atOnce: READING.connections,
  mostMs: READING.connectMs + READING.statementMs,
};

/**
 * Searches the catalogue: SQLite on threads of libsql, PostgreSQL on its server. A request's `language` is
 * ignored, because it is the same in every request; keywords choose a language by `lang:`.
 * @param running Other limits, for tests.
 */
export function catalogueProvider(
  url: string,
  covers: Covers,
  running = catalogueKind(url) === 'postgres' ? POSTGRES : SQLITE,
): SearchProvider<EncodedResponse> {
  const ask = asking(url, covers, running);
  return {
    name: 'catalogue',
    cacheable: true,
    atOnce: running.atOnce,
    search: (
      {
        keywords,
        startDate,
        spoken,
        repeated,
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
          repeated,
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

/**
 * Returns a function that answers from a catalogue, which the first request opens. Each request is aborted
 * after `mostMs`.
 */
function asking(url: string, covers: Covers, { mostMs }: Running) {
  let opened: Promise<Catalogue> | undefined;
  const late = () => {
    throw new AppError(
      'upstream-timeout',
      `The query took longer than ${mostMs} ms, or is unwanted`,
    );
  };
  return async (request: CatalogueRequest, parent: AbortSignal): Promise<EncodedResponse> => {
    opened ??= openCatalogue(url);
    const catalogue = await opened;
    await catalogue.ready();
    // Lazy import, so that functions which do not search start without it.
    const { encodeAnswer } = await import('../encode-answer.ts');
    const answer = (signal: AbortSignal) => encodeAnswer(catalogue, request, { covers, signal });
    return withTimeout(mostMs, answer, { parent, late });
  };
}
