import { shownFor } from '../match/episode-ground.ts';
import { DAY_MS } from '../../contract/index.ts';
import { equalShare } from '../../delivery/mail/digest/equal-share.ts';
import { itemId, matchId } from '../../platform/item-id.ts';
import type { ActiveAlert } from '../alert-record.ts';
import type { FoundMatches, Recipient } from '../match/match-recipients.ts';
import type { MatchedEpisode } from '../match/matched-episode.ts';
import { normalFormOf } from '../match/saved-keywords.ts';
import type { ShardIndex } from '../match/shard-index.ts';
import type { MatchFacts } from '../outbox/waiting.ts';
import type {
  CountedChange,
  CountedMatches,
  FoundMatch,
  MatchStore,
} from '../outbox/match-store.ts';
import { episodeKeys, isSent, matchKey, matchKeys } from '../outbox/episode-keys.ts';
import { type SentLog, wordsHash } from '../outbox/sent-log.ts';
import { alertsOf } from './create-messages.ts';
import type { Planner } from './shown-episodes.ts';
import { sentIn } from './unsent-matches.ts';

/** Newest matches of an alert that a run stores. The others are counted. */
const STORED_OF_EACH = 100;
/** Newest matches of an alert that are counted even if an earlier run may have stored them, unless it did. */
const COMPARED_OF_EACH = 200;

interface RecordParts {
  store: MatchStore;
  planner: Planner;
  factsOf: (episode: MatchedEpisode) => MatchFacts;
  isSurelyNew: (episode: MatchedEpisode) => boolean;
  /** False for an episode that an earlier run has read, because runs overlap. */
  isUnread: (episode: MatchedEpisode) => boolean;
  /**
   * True if an earlier run has matched the episode before the alert was edited. The run reads it again, because the
   * catalogue is another or runs overlap, but the new words apply to new episodes.
   */
  isOldFor: (alert: ActiveAlert, episode: MatchedEpisode) => boolean;
  /**
   * True if the run reads episodes of an earlier catalogue again. A version that stored no matches may have sent them.
   */
  isReadAnew: boolean;
  nowMs: number;
}

/** The matches of an alert that a person's recipients have found. The episode that changed last comes first. */
export interface PersonMatches extends FoundMatches {
  /** Where each episode is to be sent: `MAIL` and ids of channels. */
  to: ReadonlyMap<MatchedEpisode, readonly string[]>;
}

/** Alerts that neither email nor channel gets. */
export function unnotifiedRecipients({ people }: ShardIndex): Recipient[] {
  return [...people].flatMap(([uid, { alerts: all, preferences }]) => {
    const { channels = [], followedShows } = preferences;
    const alerts = all.filter(
      (alert) =>
        alert.mail === false && !channels.some((channel) => alertsOf(channel, [alert]).length > 0),
    );
    return alerts.length === 0 ? [] : [{ uid, alerts, followedShows, notifies: false as const }];
  });
}

/**
 * Stores a person's matches with the destinations that they are for.
 * @returns The destinations for which any of them wait.
 */
export async function recordMatches(
  { store, planner, factsOf, isSurelyNew, isUnread, isOldFor, isReadAnew, nowMs }: RecordParts,
  uid: string,
  all: readonly PersonMatches[],
): Promise<ReadonlySet<string>> {
  const found = isReadAnew ? withoutSent(all, await store.sentLogs(uid, destinationsOf(all))) : all;
  const room = await store.roomForMatches(uid, nowMs);
  const storedOfEach = equalShare(
    found.map(({ episodes }) => Math.min(episodes.length, STORED_OF_EACH)),
    room,
  );
  const matches = found.flatMap(({ alert, episodes, to }): ShownMatch[] => {
    const [keyword, words] = [normalFormOf(alert), wordsHash(alert)];
    return episodes.slice(0, storedOfEach).map((episode) => {
      const { changedAtMs = 0 } = episode;
      const mayBeCounted = {
        ids: [0, DAY_MS].map((later) => countedId(alert.alertId, changedAtMs + later)),
        changedAtMs,
      };
      return {
        alert,
        words,
        keyword,
        facts: factsOf(episode),
        to: to.get(episode) ?? [],
        ...(!isUnread(episode) && { mayBeCounted }),
        ...(isOldFor(alert, episode) && { isOld: true }),
        ...identified(alert.alertId, episode),
      };
    });
  });
  const counted = found.flatMap(({ alert, episodes, to }): CountedMatches[] => {
    const others = episodes
      .slice(storedOfEach)
      .filter((episode) => !isOldFor(alert, episode))
      .filter(
        (episode, at) =>
          isSurelyNew(episode) || (isUnread(episode) && storedOfEach + at < COMPARED_OF_EACH),
      );
    if (others.length === 0) return [];
    const changes = others.map((episode): CountedChange => {
      const change = { atMs: episode.changedAtMs ?? 0, to: to.get(episode) ?? [] };
      const [key = ''] = matchKeys(alert.alertId, episode);
      return isSurelyNew(episode) ? change : { ...change, key };
    });
    const id = countedId(alert.alertId, nowMs);
    return [{ id, alert, words: wordsHash(alert), changes }];
  });
  const show = (missing: readonly ShownMatch[]) =>
    planner.plan((shown) =>
      missing.map(({ id, alert, keyword, facts }) =>
        shown({ ...facts, match: id }, shownFor(alert, keyword)),
      ),
    );
  return store.addMatches(uid, { matches, counted, nowMs, show });
}

function destinationsOf(found: readonly PersonMatches[]): string[] {
  return [...new Set(found.flatMap(({ to }) => [...to.values()].flat()))];
}

/** Leaves out the destinations that had a match before. */
function withoutSent(
  found: readonly PersonMatches[],
  logs: ReadonlyMap<string, SentLog>,
): PersonMatches[] {
  const isSentTo = new Map([...logs].map(([destination, log]) => [destination, sentIn(log)]));
  return found.map((each) => {
    const { alert, to } = each;
    const saved = { alertId: alert.alertId, normalized: normalFormOf(alert) };
    const unsent = [...to].map(([episode, destinations]) => {
      const left = destinations.filter((name) => isSentTo.get(name)?.(saved, episode) !== true);
      return [episode, left] as const;
    });
    return { ...each, to: new Map(unsent) };
  });
}

interface ShownMatch extends FoundMatch {
  keyword: string;
}

/** Matches that are only counted have a document a day. */
function countedId(alertId: string, atMs: number): string {
  return matchId(alertId, `counted ${new Date(atMs).toISOString().slice(0, 10)}`);
}

function identified(alertId: string, episode: MatchedEpisode) {
  const keys = episodeKeys(episode);
  return {
    id: matchId(alertId, itemId(episode.item)),
    keys: matchKeys(alertId, episode),
    isKnown: (has: (key: string) => boolean) => isSent(keys, (key) => has(matchKey(alertId, key))),
  };
}
