import type { Episode } from './episode.ts';

/**
 * The key that identifies an episode on a screen and in bookmarks: its link, or else title and
 * podcast joined, with non-alphanumerics replaced by hyphens, in lower case.
 */
export function episodeKey(episode: Pick<Episode, 'link' | 'title' | 'podcast'>): string {
  if (episode.link) return episode.link;
  return `${episode.title}-${episode.podcast}`.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
}
