import type { SpokenShow } from 'functions/contract';
import { useEffect, useState } from 'react';
import { episodesText, numberText } from '#shared/text/number-text.ts';
import { site } from '#shared/site.ts';

/** Requests the podcasts with transcripts, most transcripts first. Returns an empty list after a failure. */
export async function requestSpokenShows(signal: AbortSignal): Promise<SpokenShow[]> {
  try {
    const response = await fetch(`${site.backend}/health?shows`, { signal });
    const body: unknown = response.ok ? await response.json() : null;
    const { shows } = (body ?? {}) as { shows?: unknown };
    return Array.isArray(shows) ? shows.filter(isSpokenShow) : [];
  } catch {
    // The list is optional, and another search backend may not have it.
    return [];
  }
}

function isSpokenShow(value: unknown): value is SpokenShow {
  if (typeof value !== 'object' || value === null) return false;
  const { podcast, episodes, spoken } = value as Partial<Record<keyof SpokenShow, unknown>>;
  return typeof podcast === 'string' && Number.isInteger(episodes) && Number.isInteger(spoken);
}

/** Renders nothing until the list is loaded. */
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
    // Reserves space to avoid a layout shift.
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
                {podcast}: {numberText(spoken)} of {episodesText(episodes)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
