import { type EpisodeFacts, feedUrlOf } from '../../catalogue/changes/new-episode.ts';
import { HELD_MATCHES } from './newest-matches.ts';

/** Most matches of one query, over all shows, that are told only to followers of their show. */
const MOST_WAITING = 2_000;

/** The newest matches of each show, so that one show cannot crowd out another with other followers. */
export function waitingMatches<E extends EpisodeFacts>(newestFirst: readonly E[]): readonly E[] {
  const ofShow = new Map<string, number>();
  const held: E[] = [];
  for (const episode of newestFirst) {
    if (held.length === MOST_WAITING) break;
    const feedUrl = feedUrlOf(episode);
    const known = ofShow.get(feedUrl) ?? 0;
    if (known === HELD_MATCHES) continue;
    ofShow.set(feedUrl, known + 1);
    held.push(episode);
  }
  return held;
}
