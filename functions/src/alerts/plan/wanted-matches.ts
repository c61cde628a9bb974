import type { NewEpisode } from '../../catalogue/store/new-episode.ts';
import type { ActiveAlert } from '../alert-record.ts';
import { aboutMatches, type ReadEpisodes } from '../match/about-matches.ts';
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
import { wordsHash } from '../outbox/sent-log.ts';
import type { Waiting, WaitingEpisode } from '../outbox/waiting.ts';
import type { AlertMatches } from './unsent-matches.ts';

/**
 * Waiting matches that are still wanted, by alert. Of two alerts with the same terms, the alert with fewer
 * options comes first and gets the episode.
 * @param alerts Their `sinceMs` must be that of the recipient.
 */
export async function wantedMatches(
  { matches, counts }: Pick<Waiting, 'matches' | 'counts'>,
  alerts: readonly ActiveAlert[],
  { followedShows, read }: { followedShows?: readonly string[] | undefined; read: ReadEpisodes },
): Promise<AlertMatches<WaitingEpisode>[]> {
  const wanted: AlertMatches<WaitingEpisode>[] = [];
  for (const { alert, key } of inOrder(alerts)) {
    const isOwn = ({ alertId }: { alertId: string }) => alertId === alert.alertId;
    const [waiting, counted] = [matches.filter(isOwn), counts.filter(isOwn)];
    if (waiting.length + counted.length === 0) continue;
    const words = wordsHash(alert);
    const recent = waiting.filter(({ episode }) => isNewsFor(episode, alert));
    const news = recent.filter(
      ({ episode }) => episode.forFollowers !== true || isFollowed(episode, { followedShows }),
    );
    const isSame = (each: { words: string }) => each.words === words;
    const [sure, unsure] = [news.filter(isSame), news.filter((each) => !isSame(each))];
    const episodes = [
      ...sure.map(({ episode }) => episode),
      ...(await stillMatching(
        unsure.map(({ episode }) => episode),
        key,
        read,
      )),
    ];
    // Counted matches are older than the others, so they are wanted only if all others are new to the alert.
    const isMoreWanted = recent.length === waiting.length;
    const more = isMoreWanted ? counted.filter(isSame) : [];
    wanted.push({ saved: alert, normalized: normalFormIn(key), episodes, counts: more });
  }
  return wanted;
}

/** Ids of waiting matches that {@link wantedMatches} left out. */
export function unwantedOf(
  { matches }: Pick<Waiting, 'matches'>,
  wanted: readonly AlertMatches<WaitingEpisode>[],
): string[] {
  const found = new Set(wanted.flatMap(({ episodes }) => episodes.map(({ match }) => match)));
  return matches.flatMap(({ episode: { match } }) => (found.has(match) ? [] : match));
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

/** Drops episodes that do not match the alert's new query. */
async function stillMatching(
  episodes: readonly WaitingEpisode[],
  key: QueryKey,
  readTexts: ReadEpisodes,
): Promise<WaitingEpisode[]> {
  if (episodes.length === 0) return [];
  const read = withQuoted(readTexts, episodes);
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

/** Of an episode that the catalogue does not have, or not by this id any more, what its match quotes is the text. */
function withQuoted(read: ReadEpisodes, episodes: readonly WaitingEpisode[]): ReadEpisodes {
  return async (ids) => {
    const found = await read(ids);
    const has = new Set(found.map(({ item }) => item));
    const asked = new Set(ids);
    const missing = episodes.filter(({ id, item }) => asked.has(id) && !has.has(item));
    return [...found, ...missing.map(quotedEpisode)];
  };
}

function quotedEpisode({ quoted = '', ...facts }: WaitingEpisode): NewEpisode {
  return { ...facts, description: quoted, key: '', image: '', language: null, publisher: '' };
}
