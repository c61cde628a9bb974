import { wantedPart } from '../../query/normalize-query.ts';
import { titleWords } from '../../catalogue/duplicates/duplicate-keys.ts';
import { inOrderSeen, type NewEpisode } from '../../catalogue/new-episode.ts';
import type { AlertMatches, UnsentEpisode, UnsentMatches } from './select-digest-content.ts';
import { keyHash, type SentLog, pairHash, sentPairs } from '../outbox/sent-log.ts';
import { scopesOf } from '../outbox/sent-pairs.ts';
import { REFRESH_TAKES_MS } from '../matching/match-window.ts';
import { isSent, keysToRemember, type EpisodeKeys, episodeKeys } from './episode-keys.ts';

/**
 * What of a person's possible news the sent log does not know, each episode once for all alerts that look for
 * the same. The sent log knows it by alert and by what alerts look for (`scopesOf`); an episode is recognised
 * by its {@link episodeKeys}. If several copies are new, the one seen first is told, together with the shows
 * of the others.
 */
export function unsentMatches(matches: readonly AlertMatches[], sentLog: SentLog): UnsentMatches[] {
  const sent = sentPairs(sentLog);
  // What this digest tells, by what is looked for and by key.
  const pendingOf = new Map<string, Map<string, Pending>>();
  const { forgottenUntilMs, last } = sentLog;
  return matches.flatMap(({ saved, normalized, episodes, countMore }) => {
    const ids = [saved.alertId, ...(saved.otherAlertIds ?? [])];
    const scopes = new Set(ids.flatMap((id) => scopesOf(id, normalized)));
    const wasSent = (key: string) => [...scopes].some((scope) => sent.has(pairHash(scope, key)));
    const form = wantedPart(normalized);
    const pending = pendingOf.get(form) ?? new Map<string, Pending>();
    pendingOf.set(form, pending);
    const keys = new Set<string>();
    const unsent: Pending[] = [];
    // What episodes that were told share with their copies now; they may have changed since.
    const current = new Set<string>();
    for (const episode of inOrder(episodes)) {
      if (Math.min(episode.ingestedAtMs, episode.pubDateMs) <= forgottenUntilMs) continue;
      const known = hashedKeys(episode);
      if (isSent(known, wasSent)) {
        if (wasSent(known.own)) known.shared.forEach((key) => current.add(key));
        continue;
      }
      if (pending.has(known.own) || known.shared.some((key) => current.has(key))) continue;
      const copy = known.shared.map((key) => pending.get(key)).find((same) => same !== undefined);
      const mine = copy ?? { episode, alsoIn: new Set<string>() };
      if (copy === undefined) unsent.push(mine);
      else if (copy.episode.podcast !== episode.podcast) copy.alsoIn.add(episode.podcast);
      // A copy may claim keys of other episodes: these are not told by it. One of another title may turn
      // out to be none: then it is told.
      const isSettled = copy === undefined || sameTitle(copy.episode, episode);
      for (const key of copy === undefined ? keysToRemember(known) : [known.own]) {
        if (isSettled) keys.add(key);
        pending.set(key, mine);
      }
    }
    if (unsent.length === 0) return [];
    const countedSinceMs = last === null ? 0 : last.atMs + REFRESH_TAKES_MS;
    const moreCount = countMore(Math.max(saved.sinceMs, countedSinceMs));
    return [{ saved, normalized, episodes: unsent, moreCount, keys: [...keys] }];
  });
}

/** Of episodes that many people are told, made once. */
const hashed = new WeakMap<NewEpisode, EpisodeKeys>();

function hashedKeys(episode: NewEpisode): EpisodeKeys {
  let keys = hashed.get(episode);
  if (keys === undefined) {
    const { own, shared, ofAudio, audio } = episodeKeys(episode);
    keys = {
      own: keyHash(own),
      shared: shared.map(keyHash),
      ofAudio: ofAudio.map(keyHash),
      audio: audio === null ? null : keyHash(audio),
    };
    hashed.set(episode, keys);
  }
  return keys;
}

function sameTitle(left: NewEpisode, right: NewEpisode): boolean {
  return titleWords(left.title).join(' ') === titleWords(right.title).join(' ');
}

/** As {@link UnsentEpisode}, while its copies are gathered. */
interface Pending extends UnsentEpisode {
  alsoIn: Set<string>;
}

/** Sorted by when they were first seen if there are copies, as a search sorts them. */
function inOrder(episodes: readonly NewEpisode[]): readonly NewEpisode[] {
  const hasCopies = ({ copies }: NewEpisode) => typeof copies?.group === 'number';
  return episodes.some(hasCopies) ? episodes.toSorted(inOrderSeen) : episodes;
}
