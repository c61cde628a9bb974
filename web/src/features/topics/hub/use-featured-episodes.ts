import type { Episode } from 'functions/contract';
import { use, useEffect, useState } from 'react';
import { PrerenderedEpisodes } from '#shared/page/prerendered-episodes.ts';
import { reportQuietly } from '#shared/report.ts';
import { requestSearch } from '#shared/search/request-search.ts';
import { isFresh } from '#shared/search/is-fresh.ts';

const TAKEN = 6;

/**
 * The newest episodes of a hub, at most six; undefined while they are on their way. After a failure,
 * which is only logged, there are none but those the page was prerendered with.
 */
export function useFeaturedEpisodes(keywords: readonly string[]): readonly Episode[] | undefined {
  const prerendered = use(PrerenderedEpisodes);
  const [fetched, setFetched] = useState<readonly Episode[]>();

  useEffect(() => {
    if (prerendered && isFresh(prerendered.episodes, prerendered.foundAtMs)) return;
    const controller = new AbortController();
    requestSearch({ keywords: [...keywords], language: 'English' }, controller.signal)
      .then(({ episodes }) => setFetched(episodes))
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        reportQuietly(error);
        if (!prerendered) setFetched([]);
      });
    return () => controller.abort();
  }, [keywords, prerendered]);

  return (fetched ?? prerendered?.episodes)?.slice(0, TAKEN);
}
