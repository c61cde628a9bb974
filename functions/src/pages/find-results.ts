import { setTimeout as delay } from 'node:timers/promises';
import { type PageResults, readSearchAnswer, type SearchRequest } from '../contract/index.ts';
import { AppError } from '../platform/app-error.ts';
import { log } from '../platform/log.ts';
import type { Asker } from '../search/search-episodes.ts';

/** A page without its episodes now is better than one with them later: the browser can search. */
const WITHIN_MS = 2_000;

interface FindResults {
  /** Resolves with the JSON of a `SearchResponse`; fails as the search does. */
  search: (request: SearchRequest, asker: Asker) => Promise<Uint8Array>;
  now?: () => number;
  withinMs?: number;
}

/**
 * What the search finds for a page; null when it fails or takes longer than two seconds. A search
 * that is late goes on while its asker waits, so that the next page may find its answer.
 */
export async function findResults(
  request: SearchRequest,
  asker: Asker,
  { search, now = Date.now, withinMs = WITHIN_MS }: FindResults,
): Promise<PageResults | null> {
  const foundAtMs = now();
  const late = new AbortController();
  try {
    const json = await Promise.race([
      search(request, asker),
      delay(withinMs, null, { signal: late.signal, ref: false }),
    ]);
    if (json === null) return without('late');
    const answer = readSearchAnswer(JSON.parse(new TextDecoder().decode(json)));
    return { ...answer, foundAtMs };
  } catch (error) {
    return without(error instanceof AppError ? error.code : 'internal', error);
  } finally {
    late.abort();
  }
}

function without(reason: string, error?: unknown): null {
  const cause = error instanceof Error ? error.message : undefined;
  log('warn', 'page-without-episodes', { reason, cause });
  return null;
}
