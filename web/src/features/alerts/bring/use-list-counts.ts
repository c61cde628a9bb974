import { useEffect, useRef, useState } from 'react';
import { MINUTE_MS } from 'functions/contract';
import { countEpisodes, isTooMany } from '#features/alerts/preview/use-keyword-count.ts';

/** Number of keywords counted without pauses. Pauses leave half of the rate limit to the person's searches. */
const AT_ONCE = 10;
const PAUSE_MS = 4000;

/**
 * The number of recent episodes that each keyword of a list matches. Counts one keyword after the other:
 * missing until a keyword is counted, null if it cannot be.
 */
export function useListCounts(keywords: readonly string[]): ReadonlyMap<string, number | null> {
  const [counts, setCounts] = useState<ReadonlyMap<string, number | null>>(new Map());
  const known = useRef(new Map<string, number | null>());
  // No keyword of a list has a line break.
  const wanted = keywords.join('\n');

  useEffect(() => {
    const outdated = new AbortController();

    async function countAll(all: readonly string[]) {
      for (const [index, keyword] of all.entries()) {
        if (known.current.has(keyword)) continue;
        if (index >= AT_ONCE) await pause(PAUSE_MS, outdated.signal);
        known.current.set(keyword, await counted(keyword, outdated.signal));
        setCounts(new Map(known.current));
      }
    }

    if (wanted !== '') countAll(wanted.split('\n')).catch(() => undefined);
    return () => outdated.abort();
  }, [wanted]);

  return counts;
}

/** Counts a keyword, retrying after a minute when the rate limit is reached. Rejects only if aborted. */
async function counted(keyword: string, signal: AbortSignal): Promise<number | null> {
  for (;;) {
    try {
      return await countEpisodes(keyword, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!isTooMany(error)) return null;
      await pause(MINUTE_MS, signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('the list is no longer shown'));
    });
  });
}
