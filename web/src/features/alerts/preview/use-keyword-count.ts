import { DAY_MS, MAX_KEYWORDS, MINUTE_MS, searchOfAlert } from 'functions/contract';
import { useEffect, useRef, useState } from 'react';
import { requestSearch } from '#shared/search/request-search.ts';
import { SearchFailure } from '#shared/search/search-failure.ts';
import { keywordProblem } from '#features/alerts/create/keyword-problem.ts';

/** Number of past days whose episodes are counted. */
export const PREVIEW_DAYS = 30;

const MIN_LENGTH = 2;
/** Debounce of the requests during typing, in milliseconds. */
const PAUSE_MS = 600;
/** Time without requests after the rate limit was reached, in milliseconds. */
const SILENCE_MS = MINUTE_MS;

/** Separates keywords, because none contains a comma. */
const BETWEEN = ',';

/**
 * The number of episodes in the last {@link PREVIEW_DAYS} days that match each keyword, up to `MAX_TOTAL`. A
 * keyword is missing until it is counted, and if that fails. When typing pauses, sends one request after the
 * other, once for each valid keyword of two or more characters.
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
        // The preview is optional, so a failure shows no error.
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

/** Number of matching episodes in the last {@link PREVIEW_DAYS} days, up to `MAX_TOTAL`. */
export async function countEpisodes(keyword: string, signal: AbortSignal): Promise<number> {
  const startDate = Date.now() - PREVIEW_DAYS * DAY_MS;
  const { total } = await requestSearch({ ...searchOfAlert(keyword, {}), startDate }, signal);
  return total;
}

export function isTooMany(error: unknown): boolean {
  return (
    error instanceof SearchFailure && error.reason.kind === 'http' && error.reason.status === 429
  );
}
