import type { AlertFields } from '../../contract/index.ts';
import { formerItemId } from '../../platform/item-id.ts';
import type { DigestSection } from './digest.ts';

/**
 * The sections in the form that is sent once their content was refused: titles and dates, with links to our own search.
 * Nothing else is the publishers'. `searchFor` is the address of a search for an alert.
 */
export function plainSections(
  sections: readonly DigestSection[],
  searchFor: (alert: AlertFields) => string,
): DigestSection[] {
  return sections.map((section) => ({
    ...section,
    episodes: section.episodes.map((episode) => ({
      // Messages planned before November 2026 have episodes without an id.
      id: episode.id ?? formerItemId(episode),
      title: episode.title,
      podcast: '',
      pubDateMs: episode.pubDateMs,
      link: searchFor(section),
      image: '',
      excerpt: '',
    })),
  }));
}
