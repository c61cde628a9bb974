import type { AlertFields } from '../../contract/index.ts';
import { formerItemId } from '../../platform/item-id.ts';
import { type Digest, type DigestSection, shownIn } from './digest.ts';

/**
 * Sent after the content was refused. From publishers it has only titles and dates; links lead to our search.
 * It omits refused titles, because one show could otherwise block all of a person's mail.
 */
export function plainSections(
  sections: readonly DigestSection[],
  searchFor: (alert: AlertFields) => string,
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
      link: searchFor(section),
      image: '',
      excerpt: '',
    })),
  }));
}
