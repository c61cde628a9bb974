import type { EpisodeSource } from '../../catalogue/store/episode-source.ts';
import type { DigestEpisode } from '../../delivery/mail/digest/digest-content.ts';
import type { ActiveAlert } from '../alert-record.ts';
import { aboutMatches } from '../match/about-matches.ts';
import { isFollowed } from '../match/followed-shows.ts';
import { isNewsFor } from '../match/match-recipients.ts';
import { createMatchedTexts } from '../match/match-texts.ts';
import {
  isForNotesOnly,
  isOnlyAbout,
  marksOf,
  normalFormIn,
  type QueryKey,
  queryKey,
} from '../match/saved-keywords.ts';
import { moreIn, type Pending, type PendingEpisode } from '../outbox/pending.ts';
import { keyHash, pairsIn } from '../outbox/sent-log.ts';
import { wordsHash } from '../outbox/words-hash.ts';
import type { AlertMatches } from './unsent-matches.ts';

/** A pending episode; `shown` if it was in a digest that was not mailed and whose facts are not known. */
export type WaitingEpisode = PendingEpisode & { shown?: DigestEpisode };

/** The hash under which an episode waits. */
export function hashOf({ hashes, item }: PendingEpisode): string {
  return hashes?.[0] ?? keyHash(item);
}

type ReadEpisodes = EpisodeSource['episodesWithIds'];

/**
 * The pending matches that are wanted now, by alert. Alerts whose choices exclude most come last, so that of two
 * with the same words the wider one has the episode.
 * @param alerts With the times from which their matches go to this recipient.
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
    const news = pairsIn(waiting.keys).flatMap((hash): WaitingEpisode[] => {
      const episode = pending.episodes[hash];
      if (episode === undefined || !isNewsFor(episode, alert)) return [];
      if (episode.forFollowers === true && !isFollowed(episode, { followedShows })) return [];
      const shown = waiting.shown?.[hash];
      return [shown === undefined ? episode : { ...episode, shown }];
    });
    const isSame = waiting.words === wordsHash(alert);
    const isSure = isSame && waiting.isMixed !== true;
    const episodes = isSure ? news : await stillMatching(news, key, read);
    const more = isSame
      ? { moreCount: moreIn(waiting), moreKeys: pairsIn(waiting.more ?? new Uint8Array()) }
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

/** The episodes that match an alert's new words; those that are gone from the catalogue do not. */
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
