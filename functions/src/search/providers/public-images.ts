import { isPublicImage } from '../../feeds/fetch/public-host.ts';
import type { SearchResponse } from '../../contract/index.ts';

/**
 * The answer without covers from private hosts: a reader's browser must not be sent into its own
 * network.
 */
export function publicImages(response: SearchResponse): SearchResponse {
  const episodes = response.episodes.map((episode) =>
    isPublicImage(episode.image) ? episode : { ...episode, image: '' },
  );
  return { ...response, episodes };
}
