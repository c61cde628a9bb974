import { queryOfAlert, showTerm } from '../../../contract/index.ts';
import { oneLine } from '../../../platform/one-line.ts';
import type { DigestAlert, DigestLinks } from './digest-content.ts';
import type { DigestLimits } from './fit-digest.ts';
import { shownAddress } from './shown-address.ts';

/** A show of whose new episodes alerts tell only the newest. */
export interface FloodingShow {
  name: string;
  /** How many episodes it published at once. */
  newAtOnce: number;
  /** The search for all of its episodes that match. */
  link: string | null;
}

const MAX_SHOWS = 5;
const MAX_NAME_LENGTH = 80;

/** Each show once, with the search of the first alert that tells of it. */
export function floodingShows(
  alerts: readonly DigestAlert[],
  { nameLength, addressLength }: Pick<DigestLimits, 'nameLength' | 'addressLength'>,
  links: Pick<DigestLinks, 'searchFor'>,
): FloodingShow[] {
  const shows = new Map<string, FloodingShow>();
  for (const alert of alerts) {
    for (const { podcast, newAtOnce } of alert.episodes) {
      if (newAtOnce === undefined || shows.has(podcast) || shows.size === MAX_SHOWS) continue;
      const keyword = [queryOfAlert(alert), showTerm(podcast)].filter(Boolean).join(' ');
      shows.set(podcast, {
        name: oneLine(podcast, Math.min(nameLength, MAX_NAME_LENGTH)),
        newAtOnce,
        link: shownAddress(links.searchFor({ ...alert, keyword, language: 1 }), addressLength),
      });
    }
  }
  return [...shows.values()];
}
