import { clockText } from '../../../platform/clock-text.ts';
import type { DigestEpisode, DigestLinks } from './digest-content.ts';
import type { DigestLimits } from './fit-digest.ts';
import { shownAddress } from './shown-address.ts';

export interface ListenLink {
  label: string;
  url: string;
}

/**
 * Leads to the moment on the episode's page, or without a page to the audio: `#t=` makes a browser start there. Audio
 * alone opens as a black page without a title.
 */
export function listenLink(
  episode: DigestEpisode,
  { listen, addressLength }: Pick<DigestLimits, 'listen' | 'addressLength'>,
  links: Pick<DigestLinks, 'pageOf'>,
): ListenLink | null {
  const { audio = '', audioAtMs = 0 } = episode;
  const atS = Math.floor(audioAtMs / 1000);
  const address = shownAddress(audio, addressLength);
  if (!listen) return null;
  const page = links.pageOf(episode, atS === 0 ? undefined : audioAtMs);
  if (page !== null && atS > 0) return { label: `Play from ${clockText(audioAtMs)}`, url: page };
  if (address === null) return null;
  if (page !== null) return { label: 'Listen', url: page };
  if (atS === 0 || address.includes('#')) return { label: 'Listen', url: address };
  return { label: `Listen from ${clockText(audioAtMs)}`, url: `${address}#t=${atS}` };
}
