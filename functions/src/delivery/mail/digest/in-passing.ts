import { isWholeShow } from '../../../contract/index.ts';
import type { DigestAlert, DigestEpisode } from './digest-content.ts';

/** True for an episode that stands in one line; episodes of a whole-show alert always stand in full. */
export function isInPassing(
  alert: Pick<DigestAlert, 'keyword' | 'language'>,
  { strength }: Pick<DigestEpisode, 'strength'>,
): boolean {
  return strength === 'passing' && !isWholeShow(alert);
}
