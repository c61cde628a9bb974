import { isPublicImage } from '../../feeds/fetch/public-host.ts';
import type { SearchResponse } from '../../contract/index.ts';

/** Covers are those of shows, of which a catalogue has fewer than episodes; about 200 bytes each. */
const MOST_KNOWN = 5_000;

/** Whether a cover's address is public, as far as it was asked before: reading it takes its time. */
const known = new Map<string, boolean>();

/**
 * The answer without covers from private hosts: a reader's browser must not be sent into its own
 * network.
 */
export function publicImages(response: SearchResponse): SearchResponse {
  const episodes = response.episodes.map((episode) =>
    isKnownPublic(episode.image) ? episode : { ...episode, image: '' },
  );
  return { ...response, episodes };
}

function isKnownPublic(image: string): boolean {
  const before = known.get(image);
  if (before !== undefined) return before;
  const isPublic = isPublicImage(image);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(image, isPublic);
  return isPublic;
}
