import type { Episode } from './episode.ts';

/** Returns the link, or else title and podcast in lower case with hyphens. */
export function episodeKey(episode: Pick<Episode, 'link' | 'title' | 'podcast'>): string {
  if (episode.link) return episode.link;
  return `${episode.title}-${episode.podcast}`.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
}
