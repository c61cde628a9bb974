import { isWholeShow } from '../../contract/index.ts';
import type { DigestAlert, DigestEpisode } from './digest-content.ts';

/** True for an episode that stands in one line; of all episodes of a show each stands in full. */
export function isInPassing(
  alert: Pick<DigestAlert, 'keyword' | 'language'>,
  { strength }: Pick<DigestEpisode, 'strength'>,
): boolean {
  return strength === 'passing' && !isWholeShow(alert);
}
