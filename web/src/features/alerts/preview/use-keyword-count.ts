import { DAY_MS, MAX_KEYWORDS, MINUTE_MS, type SearchRequest } from 'functions/contract';
import { useEffect, useRef, useState } from 'react';
import { requestSearch } from '#shared/search/request-search.ts';
import { SearchFailure } from '#shared/search/search-failure.ts';
import { keywordProblem } from '#features/alerts/create/keyword-problem.ts';

/** How far back a keyword's episodes are counted. */
export const PREVIEW_DAYS = 30;

const MIN_LENGTH = 2;
/** How long the typing must pause before the server is asked, in ms. */
const PAUSE_MS = 600;
/** How long to stop asking after the server said that it was asked too often, in ms. */
const SILENCE_MS = MINUTE_MS;

/** No keyword of a list holds one. */
const BETWEEN = ',';

/**
 * How many episodes of the last {@link PREVIEW_DAYS} days mention each keyword, counted up to
 * `MAX_TOTAL`; a keyword is missing while that is not known, or not to be had. Asks when the typing
 * pauses, one query at a time and once for each keyword, and never for fewer than two characters.
 */
export function useKeywordCounts(keywords: readonly string[]): ReadonlyMap<string, number> {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const known = useRef(new Map<string, number>());
  const silentUntilMs = useRef(0);
  const wanted = keywords
    .filter((keyword) => keyword.length >= MIN_LENGTH && keywordProblem(keyword, []) === null)
    .slice(0, MAX_KEYWORDS)
    .join(BETWEEN);

  useEffect(() => {
    const unknown = wanted.split(BETWEEN).filter((each) => each !== '' && !known.current.has(each));
    if (unknown.length === 0) return;
    const outdated = new AbortController();

    async function count(keyword: string) {
      known.current.set(keyword, await countEpisodes(keyword, outdated.signal));
      setCounts(new Map(known.current));
    }

    async function countAll() {
      try {
        for (const keyword of unknown) await count(keyword);
      } catch (error) {
        // A preview can be done without: on any failure none is shown.
        if (isTooMany(error)) silentUntilMs.current = Date.now() + SILENCE_MS;
      }
    }

    const pause = setTimeout(() => {
      if (Date.now() >= silentUntilMs.current) void countAll();
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
      outdated.abort();
    };
  }, [wanted]);

  return counts;
}

/** Episodes of the last {@link PREVIEW_DAYS} days, counted up to `MAX_TOTAL`. */
export async function countEpisodes(keyword: string, signal: AbortSignal): Promise<number> {
  const startDate = Date.now() - PREVIEW_DAYS * DAY_MS;
  const request: SearchRequest = { keywords: [keyword], language: 'English', startDate };
  const { total } = await requestSearch(request, signal);
  return total;
}

export function isTooMany(error: unknown): boolean {
  return (
    error instanceof SearchFailure && error.reason.kind === 'http' && error.reason.status === 429
  );
}
