import { episodeLink, searchLink } from '../../delivery/site-links.ts';
import { formerItemId } from '../../platform/item-id.ts';
import { type Digest, type DigestSection, shownIn } from './digest.ts';

/**
 * Sent after the content was refused. From publishers it has only titles and dates; links lead to our pages.
 * It omits refused titles, because one show could otherwise block all of a person's mail.
 */
export function plainSections(
  sections: readonly DigestSection[],
  siteUrl: string,
  facts: Digest['facts'] = {},
): DigestSection[] {
  return sections.map((section) => ({
    ...section,
    episodes: shownIn(section).map(({ own, episode }) => ({
      // Messages planned before November 2026 have episodes without an id.
      id: episode.id ?? formerItemId(episode),
      title:
        episode.isRefused || facts[own]?.isRefused
          ? 'An episode whose title was refused'
          : episode.title,
      podcast: '',
      pubDateMs: episode.pubDateMs,
      link: episodeLink(siteUrl, episode) ?? searchLink(siteUrl, section),
      image: '',
      excerpt: '',
    })),
  }));
}
