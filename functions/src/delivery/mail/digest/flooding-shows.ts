import { asTyped, queryOfAlert, showTerm } from '../../../contract/index.ts';
import { oneLine } from '../../../platform/one-line.ts';
import type { DigestAlert, DigestLinks } from './digest-content.ts';
import type { DigestLimits } from './fit-digest.ts';
import { shownAddress } from './shown-address.ts';

/** A show that published many episodes at once, of which alerts send only the newest. */
export interface FloodingShow {
  name: string;
  newAtOnce: number;
  link: string | null;
}

const MAX_SHOWS = 5;
const MAX_NAME_LENGTH = 80;

/** Returns each show once, linked to its matches for the first alert that matched it. */
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
        link: shownAddress(links.searchFor({ ...alert, ...asTyped(keyword) }), addressLength),
      });
    }
  }
  return [...shows.values()];
}
