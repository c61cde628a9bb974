import type { SpokenShow } from 'functions/contract';
import { useEffect, useState } from 'react';
import { numberText } from '#shared/text/number-text.ts';
import { requestSpokenShows } from './request-spoken-shows.ts';

/** Which podcasts have transcripts, and of how many episodes; nothing until the server has said so. */
export function SpokenShows() {
  const [shows, setShows] = useState<readonly SpokenShow[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    void requestSpokenShows(controller.signal).then((found) => {
      if (!controller.signal.aborted) setShows(found);
    });
    return () => controller.abort();
  }, []);
  return (
    // Keeps its place while it is empty, so that nothing below it moves.
    <div className="min-h-7">
      {shows.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer rounded-sm text-link">
            {numberText(shows.length)} {shows.length === 1 ? 'podcast' : 'podcasts'} with
            transcripts
          </summary>
          <ul className="mt-2">
            {shows.map(({ podcast, episodes, spoken }) => (
              <li key={podcast}>
                {podcast}: {numberText(spoken)} of {numberText(episodes)}{' '}
                {episodes === 1 ? 'episode' : 'episodes'}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
