import { webUrl } from '../../../contract/index.ts';
import type { DigestEpisode, DigestLinks } from './digest-content.ts';

export function shownAddress(address: string, maxLength: number): string | null {
  const url = webUrl(address)?.href;
  return url !== undefined && url.length <= maxLength ? url : null;
}

/** Returns the episode's page at its publisher, or else its page on the site. */
export function episodeAddress(
  episode: DigestEpisode,
  maxLength: number,
  links: Pick<DigestLinks, 'pageOf'>,
): string | null {
  return shownAddress(episode.link, maxLength) ?? links.pageOf(episode);
}
