import { equalShare } from '../../delivery/mail/digest/equal-share.ts';
import { itemId, matchId } from '../../platform/item-id.ts';
import type { FoundMatches, Recipient } from '../match/match-recipients.ts';
import type { MatchedEpisode } from '../match/matched-episode.ts';
import { normalFormOf } from '../match/saved-keywords.ts';
import type { ShardIndex } from '../match/shard-index.ts';
import type { CountedMatches, FoundMatch, MatchStore } from '../outbox/match-store.ts';
import { pairHash, scopesOf, wordsHash } from '../outbox/sent-log.ts';
import { alertsOf } from './create-messages.ts';
import type { Planner } from './shown-episodes.ts';
import type { WaitingEpisode } from './pending-matches.ts';
import { episodeKeys, isSent, keysToRemember } from './unsent-matches.ts';

/** Newest matches of an alert that a run stores. The others are counted. */
const STORED_OF_EACH = 100;
const MAX_KEYS = 20;

interface RecordParts {
  store: MatchStore;
  planner: Planner;
  waitingOf: (episode: MatchedEpisode) => WaitingEpisode;
  isSurelyNew: (episode: MatchedEpisode) => boolean;
  nowMs: number;
}

/** Alerts that neither email nor channel gets. */
export function unnotifiedRecipients({ people }: ShardIndex): Recipient[] {
  return [...people].flatMap(([uid, { alerts: all, preferences }]) => {
    const { cadence, channels = [], followedShows } = preferences;
    const alerts = all.filter(
      (alert) =>
        (alert.mail === false || cadence === 'paused') &&
        !channels.some((channel) => alertsOf(channel, [alert]).length > 0),
    );
    return alerts.length === 0 ? [] : [{ uid, alerts, followedShows, notifies: false as const }];
  });
}

/** Stores matches for a person's list, whichever destinations they have. */
export async function recordMatches(
  { store, planner, waitingOf, isSurelyNew, nowMs }: RecordParts,
  uid: string,
  found: readonly FoundMatches[],
): Promise<void> {
  const room = await store.roomForMatches(uid, nowMs);
  const storedOfEach = equalShare(
    found.map(({ episodes }) => Math.min(episodes.length, STORED_OF_EACH)),
    room,
  );
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const matches = found.flatMap(({ alert, episodes }): ShownMatch[] => {
    const [keyword, words] = [normalFormOf(alert), wordsHash(alert)];
    return episodes.slice(0, storedOfEach).map((episode) => {
      const ids = identified(alert.alertId, keyword, episode);
      return { alert, words, keyword, waiting: waitingOf(episode), ...ids };
    });
  });
  const counted = found.flatMap(({ alert, episodes }): CountedMatches[] => {
    const others = episodes.slice(storedOfEach).filter(isSurelyNew);
    if (others.length === 0) return [];
    const changesAtMs = others.map(({ changedAtMs = 0 }) => changedAtMs);
    return [{ id: matchId(alert.alertId, `counted ${day}`), alert, changesAtMs }];
  });
  const show = (missing: readonly ShownMatch[]) =>
    planner.plan((shown) =>
      missing.map(({ alert, keyword, waiting }) =>
        shown(waiting, { keyword, spoken: alert.spoken }),
      ),
    );
  await store.addMatches(uid, { matches, counted, nowMs, show });
}

interface ShownMatch extends FoundMatch {
  keyword: string;
  waiting: WaitingEpisode;
}

function identified(alertId: string, normalized: string, episode: MatchedEpisode) {
  const [scope = ''] = scopesOf(alertId, normalized);
  const hashed = (key: string) => pairHash(scope, key);
  const keys = episodeKeys(episode);
  return {
    id: matchId(alertId, itemId(episode.item)),
    keys: keysToRemember(keys).slice(0, MAX_KEYS).map(hashed),
    isKnown: (has: (key: string) => boolean) => isSent(keys, (key) => has(hashed(key))),
  };
}
