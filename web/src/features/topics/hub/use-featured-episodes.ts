import type { Episode, SearchResponse } from 'functions/contract';
import { use, useEffect, useState } from 'react';
import { PrerenderedEpisodes } from '#shared/page/prerendered-episodes.ts';
import { reportQuietly } from '#shared/report.ts';
import { requestSearch } from '#shared/search/request-search.ts';
import { isFresh } from '#shared/search/is-fresh.ts';

const TAKEN = 6;

/** What a hub features. */
export interface Featured {
  /** The newest, at most six. */
  episodes: readonly Episode[];
  /** How many there are in all, as a search counts them; null where that is not known. */
  total: number | null;
  source?: SearchResponse['source'];
}

/**
 * The newest episodes of a hub; undefined while they are on their way. After a failure, which is only
 * logged, there are none but those the page was prerendered with.
 */
export function useFeaturedEpisodes(keywords: readonly string[]): Featured | undefined {
  const prerendered = use(PrerenderedEpisodes);
  const [fetched, setFetched] = useState<SearchResponse | Featured>();

  useEffect(() => {
    if (prerendered && isFresh(prerendered.episodes, prerendered.foundAtMs)) return;
    const controller = new AbortController();
    requestSearch({ keywords: [...keywords], language: 'English' }, controller.signal)
      .then(setFetched)
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        reportQuietly(error);
        if (!prerendered) setFetched({ episodes: [], total: null });
      });
    return () => controller.abort();
  }, [keywords, prerendered]);

  const found = fetched ?? prerendered ?? undefined;
  return found && { ...found, episodes: found.episodes.slice(0, TAKEN) };
}
