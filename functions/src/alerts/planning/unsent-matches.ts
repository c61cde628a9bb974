import { wantedPart } from '../../query/normalize-query.ts';
import { titleWords } from '../../catalogue/duplicates/duplicate-keys.ts';
import { inOrderSeen, type NewEpisode } from '../../catalogue/new-episode.ts';
import type { AlertMatches } from '../matching/match-alerts.ts';
import { keyHash, pairHash, scopesOf, type SentLog, sentPairs } from '../outbox/sent-log.ts';
import { REFRESH_TAKES_MS } from '../matching/match-window.ts';

/** An episode to be sent, and the other shows that have it. */
export interface UnsentEpisode {
  episode: NewEpisode;
  alsoIn: ReadonlySet<string>;
}

/** The matches of one keyword that a digest sends. */
export interface UnsentMatches extends Pick<AlertMatches, 'saved' | 'normalized'> {
  /** At least one; in any order. */
  episodes: readonly UnsentEpisode[];
  moreCount: number;
  /** The keys of all of them, as `keyHash` makes them. */
  keys: readonly string[];
}

/** What tells that an episode was sent. */
interface EpisodeKeys {
  /** The item alone: sent with it, whichever of its duplicates the email shows. */
  own: string;
  /**
   * Shared with its duplicates in other feeds, and with itself where its show has moved to another
   * feed: sent only with the duplicate that the email shows.
   */
  shared: readonly string[];
  /** Those of `shared` that its audio is part of. */
  ofAudio: readonly string[];
  /** Its audio in its feed: once an item with it was sent, `ofAudio` tells nothing about another item. */
  audio: string | null;
}

/**
 * The keys of an episode: the item of its feed, whatever guid that has now, and what the catalogue finds
 * duplicates by. Title and day alone are none: a feed may have twelve bulletins of one title a day.
 */
export function episodeKeys({ item, copies }: NewEpisode): EpisodeKeys {
  const named = (keys: readonly number[] = []) => keys.map((key) => `copy ${key}`);
  return {
    own: item,
    shared: named(copies?.keys),
    ofAudio: named(copies?.ofAudio),
    audio: copies?.audio === undefined ? null : `audio ${copies.audio}`,
  };
}

/** @param has Whether the sent log has a key. */
export function isSent(
  { own, shared, ofAudio, audio }: EpisodeKeys,
  has: (key: string) => boolean,
) {
  if (has(own)) return true;
  const known = shared.filter(has);
  // `latest.mp3` was yesterday's, which has an address of its own since.
  const isReused = audio !== null && known.length > 0 && has(audio);
  return known.some((key) => !isReused || !ofAudio.includes(key));
}

/** The keys that the sent log remembers of an episode that an email shows or counts. */
export function keysToRemember({ own, shared, audio }: EpisodeKeys): string[] {
  return [own, ...shared, ...(audio === null ? [] : [audio])];
}

/**
 * The matches of a person that the sent log does not have, each episode once for all alerts with the same
 * terms. The log has them by alert and by terms (`scopesOf`), and episodes by their {@link episodeKeys}.
 * Of several new duplicates the one seen first is sent, with the shows of the others.
 */
export function unsentMatches(matches: readonly AlertMatches[], sentLog: SentLog): UnsentMatches[] {
  const sent = sentPairs(sentLog);
  // The episodes of this digest, by wanted terms and by key.
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
    // The keys that sent episodes share with their duplicates now; they may have changed since.
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
      // A duplicate may claim keys of other episodes, which are not sent with it. One of another title may
      // turn out to be none: then it is sent.
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

/** Made once for an episode that many people match. */
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

/** As {@link UnsentEpisode}, while its duplicates are gathered. */
interface Pending extends UnsentEpisode {
  alsoIn: Set<string>;
}

/** Sorted by when they were first seen if there are duplicates, as a search sorts them. */
function inOrder(episodes: readonly NewEpisode[]): readonly NewEpisode[] {
  const hasCopies = ({ copies }: NewEpisode) => typeof copies?.group === 'number';
  return episodes.some(hasCopies) ? episodes.toSorted(inOrderSeen) : episodes;
}
