import type { Episode } from './episode.ts';

/** The episode's link; without one, title and podcast in lower case, other characters replaced by hyphens. */
export function episodeKey(episode: Pick<Episode, 'link' | 'title' | 'podcast'>): string {
  if (episode.link) return episode.link;
  return `${episode.title}-${episode.podcast}`.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
}
