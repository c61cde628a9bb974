import type { EpisodeSource } from '../../catalogue/store/episode-source.ts';
import type { DigestEpisode } from '../../delivery/mail/digest/digest-content.ts';
import type { ActiveAlert } from '../alert-record.ts';
import { aboutMatches } from '../match/about-matches.ts';
import { isFollowed, isNewsFor } from '../match/match-recipients.ts';
import { createMatchedTexts } from '../match/match-texts.ts';
import {
  isForNotesOnly,
  isOnlyAbout,
  marksOf,
  normalFormIn,
  type QueryKey,
  queryKey,
} from '../match/saved-keywords.ts';
import type { Pending, PendingEpisode } from '../outbox/pending-document.ts';
import { moreIn } from '../outbox/pending.ts';
import { keyHash, pairsIn, wordsHash } from '../outbox/sent-log.ts';
import type { AlertMatches } from './unsent-matches.ts';

/** `shown` is set for an episode that was restored from a digest without its facts. */
export type WaitingEpisode = PendingEpisode & { shown?: DigestEpisode };

export function hashOf({ hashes, item }: PendingEpisode): string {
  return hashes?.[0] ?? keyHash(item);
}

type ReadEpisodes = EpisodeSource['episodesWithIds'];

/**
 * Pending matches that are still wanted, by alert. Of two alerts with the same terms, the alert with fewer
 * options comes first and gets the episode.
 * @param alerts Their `sinceMs` must be that of the recipient.
 */
export async function wantedMatches(
  pending: Pending,
  alerts: readonly ActiveAlert[],
  { followedShows, read }: { followedShows?: readonly string[] | undefined; read: ReadEpisodes },
): Promise<AlertMatches<WaitingEpisode>[]> {
  const wanted: AlertMatches<WaitingEpisode>[] = [];
  for (const { alert, key } of inOrder(alerts)) {
    const waiting = pending.alerts[alert.alertId];
    if (waiting === undefined) continue;
    const kept = pairsIn(waiting.keys).flatMap((hash) => {
      const episode = pending.episodes[hash];
      return episode === undefined ? [] : [{ hash, episode }];
    });
    const recent = kept.filter(({ episode }) => isNewsFor(episode, alert));
    const news = recent.flatMap(({ hash, episode }): WaitingEpisode[] => {
      if (episode.forFollowers === true && !isFollowed(episode, { followedShows })) return [];
      const shown = waiting.shown?.[hash];
      return [shown === undefined ? episode : { ...episode, shown }];
    });
    const isSame = waiting.words === wordsHash(alert);
    const isSure = isSame && waiting.isMixed !== true;
    const episodes = isSure ? news : await stillMatching(news, key, read);
    // Counted matches are older than the others, so they are wanted only if all others are new to the alert.
    const isMoreWanted = isSame && recent.length === kept.length;
    const more = isMoreWanted
      ? { moreCount: moreIn(waiting), moreKeys: pairsIn(waiting.more) }
      : { moreCount: 0 };
    wanted.push({ saved: alert, normalized: normalFormIn(key), episodes, ...more });
  }
  return wanted;
}

function inOrder(alerts: readonly ActiveAlert[]): { alert: ActiveAlert; key: QueryKey }[] {
  return alerts
    .flatMap((alert) => {
      const key = queryKey(alert);
      return key === null ? [] : [{ alert, key }];
    })
    .sort(
      (a, b) =>
        marksOf(a.key) - marksOf(b.key) ||
        a.alert.sinceMs - b.alert.sinceMs ||
        (a.alert.alertId < b.alert.alertId ? -1 : 1),
    );
}

/** Drops episodes that do not match the alert's new query or have left the catalogue. */
async function stillMatching(
  episodes: readonly WaitingEpisode[],
  key: QueryKey,
  read: ReadEpisodes,
): Promise<WaitingEpisode[]> {
  if (episodes.length === 0) return [];
  const byItem = new Map(episodes.map((episode) => [episode.item, episode]));
  const texts = createMatchedTexts();
  const found = (await read(episodes.map(({ id }) => id))).filter(({ item }) => byItem.has(item));
  for (const each of found) texts.add(each);
  const answered = [...texts.foundBy([normalFormIn(key)], !isForNotesOnly(key))];
  const matching = answered.flatMap(([, numbers]) =>
    numbers.flatMap((number) => byItem.get(found[number]?.item ?? '') ?? []),
  );
  if (!isOnlyAbout(key)) return matching;
  const undecided = matching.map((episode) => ({ key, episode }));
  return (await aboutMatches(undecided, read)).map(({ episode }) => episode);
}
