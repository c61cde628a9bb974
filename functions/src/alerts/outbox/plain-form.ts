import type { AlertFields } from '../../contract/index.ts';
import { formerItemId } from '../../platform/item-id.ts';
import type { Digest, DigestSection } from './digest.ts';
import { shownIn } from './restore-pending.ts';

/**
 * The sections in the form that is sent once their content was refused: titles and dates, with links to our own search.
 * Nothing else is the publishers'. A title that was refused before is left out: one show could keep all emails from
 * a person. `searchFor` is the address of a search for an alert.
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
      title: facts[own]?.isRefused ? 'An episode whose title was refused' : episode.title,
      podcast: '',
      pubDateMs: episode.pubDateMs,
      link: searchFor(section),
      image: '',
      excerpt: '',
    })),
  }));
}
