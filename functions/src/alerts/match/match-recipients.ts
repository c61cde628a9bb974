import type { ActiveAlert } from '../alert-record.ts';
import { type EpisodeFacts, feedUrlOf } from '../../catalogue/store/new-episode.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import type { BatchMatches } from './match-changes.ts';
import type { MatchedEpisode } from './matched-episode.ts';
import { newUntilMs } from './match-window.ts';
import { type QueryKey, queryKey } from './saved-keywords.ts';

export interface Recipient {
  uid: string;
  channelId?: string;
  /** Their `sinceMs` depends on the recipient. */
  alerts: readonly ActiveAlert[];
  /** Ids of followed shows. Episodes of followers-only shows match only for followers. */
  followedShows?: readonly string[] | undefined;
  /** False for alerts that only add to the person's list of matches. */
  notifies?: false;
}

/** The episode that changed last comes first. Never empty. */
export interface FoundMatches {
  alert: ActiveAlert;
  episodes: readonly MatchedEpisode[];
}

export type RecipientsByQuery = Map<QueryKey, { recipient: Recipient; alert: ActiveAlert }[]>;

export function recipientsByQuery(recipients: Iterable<Recipient>): RecipientsByQuery {
  const byQuery: RecipientsByQuery = new Map();
  for (const recipient of recipients) {
    for (const alert of recipient.alerts) {
      const key = queryKey(alert);
      if (key === null) continue;
      const known = byQuery.get(key);
      if (known === undefined) byQuery.set(key, [{ recipient, alert }]);
      else known.push({ recipient, alert });
    }
  }
  return byQuery;
}

/**
 * True if the episode is new to the alert. Storing and sending both check this, because the alert or its mail
 * may have been off in between.
 */
export function isNewsFor(
  episode: Parameters<typeof newUntilMs>[0],
  { sinceMs }: Pick<ActiveAlert, 'sinceMs'>,
): boolean {
  return newUntilMs(episode) > sinceMs;
}

const showIds = new WeakMap<EpisodeFacts, string>();

export function isFollowed(
  episode: EpisodeFacts,
  { followedShows = [] }: { followedShows?: readonly string[] | undefined },
): boolean {
  if (followedShows.length === 0) return false;
  let showId = showIds.get(episode);
  if (showId === undefined) showIds.set(episode, (showId = showIdOf(feedUrlOf(episode))));
  return followedShows.includes(showId);
}

export function matchRecipients(
  byQuery: RecipientsByQuery,
  { found }: BatchMatches,
): Map<Recipient, FoundMatches[]> {
  const matches = new Map<Recipient, FoundMatches[]>();
  for (const [key, all] of found) {
    const newest = [...all].sort(newestFirst);
    const forAll = newest.filter(({ forFollowers }) => forFollowers !== true);
    const oldestMs = Math.min(...forAll.map(newUntilMs));
    for (const { recipient, alert } of byQuery.get(key) ?? []) {
      // Most alerts are older than all matches of their query. These alerts share one list.
      const passed =
        alert.sinceMs < oldestMs ? forAll : forAll.filter((each) => isNewsFor(each, alert));
      const own =
        forAll.length === newest.length
          ? []
          : newest.filter(
              (each) =>
                each.forFollowers === true && isNewsFor(each, alert) && isFollowed(each, recipient),
            );
      const episodes = own.length === 0 ? passed : [...own, ...passed].sort(newestFirst);
      if (episodes.length === 0) continue;
      const known = matches.get(recipient);
      if (known === undefined) matches.set(recipient, [{ alert, episodes }]);
      else known.push({ alert, episodes });
    }
  }
  return matches;
}

export function newestFirst(a: MatchedEpisode, b: MatchedEpisode): number {
  return (
    (b.changedAtMs ?? 0) - (a.changedAtMs ?? 0) ||
    b.ingestedAtMs - a.ingestedAtMs ||
    b.pubDateMs - a.pubDateMs ||
    a.id - b.id
  );
}
