import type { EpisodeFacts } from '../../catalogue/changes/new-episode.ts';
import { countAfter } from './counted-matches.ts';
import { isFollowed } from './followed-shows.ts';
import type { MatchCache, QueryKey } from './match-cache.ts';
import type { MatchedEpisode } from './matched-episode.ts';
import { newUntilMs } from './match-window.ts';
import { marksOf, normalFormIn, type SavedKeyword } from './saved-keywords.ts';

export interface AlertMatches<E extends EpisodeFacts = EpisodeFacts> {
  saved: SavedKeyword;
  normalized: string;
  /** The newest matches, in any order; never empty. */
  episodes: readonly E[];
  /** Number of further matches for an alert saved at `savedAtMs`; accurate to a quarter of an hour. */
  countMore: (savedAtMs: number) => number;
}

export interface PersonMatches<E extends EpisodeFacts = EpisodeFacts> {
  uid: string;
  /** One entry per keyword; keywords whose choices exclude most come last. */
  matches: AlertMatches<E>[];
}

export interface Listener {
  uid: string;
  /** From `savedKeywords`. */
  keywords: ReadonlyMap<QueryKey, SavedKeyword>;
  /** Ids of shows whose episodes count for this person even if only followers find them. */
  followedShows?: readonly string[];
}

/** Matches of people's keywords since these were saved. People without a match are left out. */
export function matchAlerts<L extends Listener>(
  people: Iterable<L>,
  { queries }: Pick<MatchCache, 'queries'>,
): (PersonMatches<MatchedEpisode> & { person: L })[] {
  // Most alerts are older than all matches of their query and share one list.
  const oldestOf = new Map<QueryKey, number>();
  const found: (PersonMatches<MatchedEpisode> & { person: L })[] = [];
  for (const person of people) {
    const matches: AlertMatches<MatchedEpisode>[] = [];
    for (const marks of [0, 1, 2]) {
      for (const [key, saved] of person.keywords) {
        const known = queries.get(key);
        if (known === undefined || marksOf(key) !== marks) continue;
        const { held, counted, forFollowers } = known;
        let oldest = oldestOf.get(key);
        if (oldest === undefined) oldestOf.set(key, (oldest = Math.min(...held.map(newUntilMs))));
        const isNew = (each: EpisodeFacts) => newUntilMs(each) > saved.sinceMs;
        const own = forFollowers.filter((each) => isNew(each) && isFollowed(each, person));
        const passed = saved.sinceMs < oldest ? held : held.filter(isNew);
        const episodes = own.length === 0 ? passed : [...passed, ...own];
        if (episodes.length === 0) continue;
        const countMore = (atMs: number) => countAfter(counted, atMs);
        matches.push({ saved, normalized: normalFormIn(key), episodes, countMore });
      }
    }
    if (matches.length > 0) found.push({ uid: person.uid, matches, person });
  }
  return found;
}
