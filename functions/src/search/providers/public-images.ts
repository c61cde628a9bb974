import { isPublicImage } from '../../feeds/fetch/public-host.ts';
import { createSizedCache } from '../../platform/sized-cache.ts';
import type { SearchResponse } from '../../contract/index.ts';

/** Room for about 5 000 addresses. Covers belong to shows, which are fewer than episodes. */
const MOST_BYTES = 2_000_000;

/** Cache of {@link isPublicImage}, which is slow. */
const known = createSizedCache<boolean>(MOST_BYTES, () => 0);

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
  known.set(image, isPublic);
  return isPublic;
}
