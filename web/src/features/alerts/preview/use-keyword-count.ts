import { DAY_MS, MINUTE_MS, type SearchRequest } from 'functions/contract';
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

/**
 * How many episodes of the last {@link PREVIEW_DAYS} days mention the keyword, counted up to
 * `MAX_TOTAL`; null while that is not known, or not to be had. Asks when the typing pauses, one
 * query at a time, and never for fewer than two characters.
 */
export function useKeywordCount(keyword: string): number | null {
  const [counted, setCounted] = useState<{ keyword: string; total: number } | null>(null);
  const silentUntilMs = useRef(0);
  const wanted = keyword.trim();

  useEffect(() => {
    if (wanted.length < MIN_LENGTH || keywordProblem(wanted, []) !== null) return;
    const outdated = new AbortController();

    async function count() {
      const startDate = Date.now() - PREVIEW_DAYS * DAY_MS;
      const request: SearchRequest = { keywords: [wanted], language: 'English', startDate };
      try {
        const { total } = await requestSearch(request, outdated.signal);
        setCounted({ keyword: wanted, total });
      } catch (error) {
        // A preview can be done without: on any failure none is shown.
        if (isTooMany(error)) silentUntilMs.current = Date.now() + SILENCE_MS;
      }
    }

    const pause = setTimeout(() => {
      if (Date.now() >= silentUntilMs.current) void count();
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
      outdated.abort();
    };
  }, [wanted]);

  return counted?.keyword === wanted ? counted.total : null;
}

function isTooMany(error: unknown): boolean {
  return (
    error instanceof SearchFailure && error.reason.kind === 'http' && error.reason.status === 429
  );
}
