import { isPublicImage } from '../../feeds/fetch/public-host.ts';
import type { SearchResponse } from '../../contract/index.ts';

/** About 200 bytes each; covers belong to shows, which are fewer than episodes. */
const MOST_KNOWN = 5_000;

/** Cache of {@link isPublicImage}, which is slow. */
const known = new Map<string, boolean>();

/** Drops covers on private hosts: a browser must not send requests into its own network. */
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
