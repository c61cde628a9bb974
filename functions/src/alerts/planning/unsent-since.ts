import { alertIdsOf } from '../matching/saved-keywords.ts';
import type { AlertMatches } from '../matching/match-alerts.ts';
import type { MatchedEpisode } from '../matching/matched-episode.ts';

// Cached by list: most people with the same keyword share one list of episodes.
const newest = new WeakMap<readonly MatchedEpisode[], number>();

/** Number of the last run that first saw one of the episodes in its present form. */
export function newestRun(episodes: readonly MatchedEpisode[]): number {
  let run = newest.get(episodes);
  if (run === undefined) {
    newest.set(episodes, (run = Math.max(...episodes.map((each) => each.run))));
  }
  return run;
}

/** Matches of keywords with an active alert, reassigned to the first such alert. */
export function stillWanted(
  matches: readonly AlertMatches<MatchedEpisode>[],
  active: ReadonlyMap<string, unknown>,
): AlertMatches<MatchedEpisode>[] {
  return matches.flatMap(({ saved, ...same }) => {
    const [first, ...others] = alertIdsOf(saved).filter((each) => active.has(each));
    if (first === undefined) return [];
    return { ...same, saved: { ...saved, alertId: first, otherAlertIds: others } };
  });
}
