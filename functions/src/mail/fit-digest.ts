import type { DigestContent } from './digest-content.ts';

/** Episodes a mail shows at most. Gmail cuts a mail off beyond 102 kB; an episode takes up to 3, a keyword 1. */
export const MAX_SHOWN_EPISODES = 30;
/** Keywords a mail shows at most. */
export const MAX_SHOWN_ALERTS = 20;

export interface FittedDigest extends DigestContent {
  /** Keywords with news that are not among `alerts`. */
  moreAlerts: number;
}

/**
 * The digest cut down to what a mail can hold: every keyword keeps a fair share of its episodes and
 * counts the rest in `moreCount`.
 */
export function fitDigest(content: DigestContent): FittedDigest {
  const kept = content.alerts.slice(0, MAX_SHOWN_ALERTS);
  const share = fairShare(kept.map(({ episodes }) => episodes.length));
  const alerts = kept.map(({ episodes, moreCount, ...alert }) => ({
    ...alert,
    episodes: episodes.slice(0, share),
    moreCount: moreCount + Math.max(0, episodes.length - share),
  }));
  return { ...content, alerts, moreAlerts: content.alerts.length - kept.length };
}

/** The largest number of episodes each keyword can show without all of them becoming too many. */
function fairShare(counts: number[]): number {
  let share = 1;
  const shownWith = (most: number) => counts.reduce((sum, count) => sum + Math.min(count, most), 0);
  while (share < Math.max(...counts, 1) && shownWith(share + 1) <= MAX_SHOWN_EPISODES) share++;
  return share;
}
