import { isPublicImage } from '../../feeds/fetch/public-host.ts';
import type { SearchResponse } from '../../contract/index.ts';

/**
 * An answer whose covers are all on public hosts: whoever sees it has their browser load them, and
 * nobody's browser is to be sent into its own network.
 */
export function publicImages(response: SearchResponse): SearchResponse {
  const episodes = response.episodes.map((episode) =>
    isPublicImage(episode.image) ? episode : { ...episode, image: '' },
  );
  return { ...response, episodes };
}
