import type { Episode } from './episode.ts';

/**
 * The episode's link; without one, title and podcast in lower case, with a hyphen for each run of characters that
 * are neither letters nor digits.
 */
export function episodeKey(episode: Pick<Episode, 'link' | 'title' | 'podcast'>): string {
  if (episode.link) return episode.link;
  return `${episode.title}-${episode.podcast}`.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
}
