import { sentForm } from '../../query/normalize-query.ts';
import { titleWords } from '../../catalogue/store/duplicate-keys.ts';
import { type EpisodeFacts, inOrderSeen } from '../../catalogue/store/new-episode.ts';
import { episodeKeys, type EpisodeKeys, isSent, keysToRemember } from '../outbox/episode-keys.ts';
import type { ActiveAlert } from '../alert-record.ts';
import type { WaitingCount } from '../outbox/waiting.ts';
import {
  keyHash,
  pairHash,
  pairsUnsent,
  scopesOf,
  type SentLog,
  sentPairs,
} from '../outbox/sent-log.ts';

export interface AlertMatches<E extends EpisodeFacts = EpisodeFacts> {
  saved: ActiveAlert;
  normalized: string;
  episodes: readonly E[];
  /** Further matches, which are only counted. */
  counts?: readonly WaitingCount[];
}

/** An episode whose match is stored, and podcasts with duplicates of the episode. */
export type MatchedFacts = EpisodeFacts & {
  foundAtMs?: number | undefined;
  isRefused?: true | undefined;
  match?: string | undefined;
  alsoIn?: readonly string[] | undefined;
  hashes?: string[] | undefined;
};

export interface UnsentEpisode<E extends EpisodeFacts = EpisodeFacts> {
  episode: E;
  alsoIn: ReadonlySet<string>;
  /** The subset of {@link UnsentMatches.keys} to log if only this episode is sent. */
  keys: ReadonlySet<string>;
  /** Ids of the matches of the episode and its duplicates. */
  matches: readonly string[];
}

export interface UnsentMatches<E extends EpisodeFacts = EpisodeFacts> extends Pick<
  AlertMatches,
  'saved' | 'normalized'
> {
  episodes: readonly UnsentEpisode<E>[];
  counts: readonly WaitingCount[];
  /** Hashes (`keyHash`) of the keys to add to the sent log. */
  keys: readonly string[];
}

/**
 * Matches that are not in the sent log. An episode is sent once for all alerts with the same terms. Of
 * several duplicates, the one seen first is sent.
 */
export function unsentMatches<E extends MatchedFacts>(
  matches: readonly AlertMatches<E>[],
  sentLog: SentLog,
): UnsentMatches<E>[] {
  const sent = sentPairs(sentLog);
  const left = pairsUnsent(sentLog);
  // Episodes of this digest, by terms (without exclusions) and by key.
  const pendingOf = new Map<string, Map<string, Pending<E>>>();
  const { forgottenUntilMs } = sentLog;
  return matches.flatMap(({ saved, normalized, episodes, counts = [] }) => {
    const scopes = scopesOf(saved.alertId, normalized);
    const wasSent = (key: string) => scopes.some((scope) => sent.has(pairHash(scope, key)));
    const isLeft = (key: string) => scopes.some((scope) => left.has(pairHash(scope, key)));
    const form = sentForm(normalized);
    const pending = pendingOf.get(form) ?? new Map<string, Pending<E>>();
    pendingOf.set(form, pending);
    const keys = new Set<string>();
    const unsent: Pending<E>[] = [];
    // Current keys of sent episodes. An episode's keys may change after sending.
    const current = new Set<string>();
    for (const episode of inOrder(episodes)) {
      const known = hashedKeys(episode);
      const isForgotten = Math.min(episode.ingestedAtMs, episode.pubDateMs) <= forgottenUntilMs;
      if (isForgotten && !isLeft(known.own)) continue;
      if (isSent(known, wasSent)) {
        if (wasSent(known.own)) known.shared.forEach((key) => current.add(key));
        continue;
      }
      if (pending.has(known.own) || known.shared.some((key) => current.has(key))) continue;
      const first = known.shared.map((key) => pending.get(key)).find((same) => same !== undefined);
      const mine = first ?? newUnsent(episode);
      if (episode.match !== undefined) mine.matches.push(episode.match);
      if (first === undefined) unsent.push(mine);
      else if (first.episode.podcast !== episode.podcast) first.alsoIn.add(episode.podcast);
      // A duplicate is logged only by its own key, because its other keys may belong to unsent episodes. A
      // duplicate with another title is not logged, because it may prove to be a different episode.
      const isSettled = first === undefined || sameTitle(first.episode, episode);
      for (const key of first === undefined ? keysToRemember(known) : [known.own]) {
        if (isSettled) {
          keys.add(key);
          mine.keys.add(key);
        }
        pending.set(key, mine);
      }
    }
    if (unsent.length === 0 && counts.length === 0) return [];
    return [{ saved, normalized, episodes: unsent, counts, keys: [...keys] }];
  });
}

/** An episode counts as sent if its item, or a key shared with duplicates, was sent. */
export function sentIn(sentLog: SentLog) {
  const sent = sentPairs(sentLog);
  return (
    { alertId, normalized }: { alertId: string; normalized: string },
    episode: EpisodeFacts,
  ): boolean => {
    if (sent.size === 0) return false;
    const scopes = scopesOf(alertId, normalized);
    return isSent(hashedKeys(episode), (key) =>
      scopes.some((scope) => sent.has(pairHash(scope, key))),
    );
  };
}

const hashed = new WeakMap<EpisodeFacts, EpisodeKeys>();

function hashedKeys(episode: MatchedFacts): EpisodeKeys {
  let keys = hashed.get(episode);
  if (keys === undefined && episode.hashes !== undefined) {
    const [own = '', ...shared] = episode.hashes;
    keys = { own, shared, ofAudio: [], audio: null };
    hashed.set(episode, keys);
  }
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

function sameTitle(left: EpisodeFacts, right: EpisodeFacts): boolean {
  return titleWords(left.title).join(' ') === titleWords(right.title).join(' ');
}

interface Pending<E extends EpisodeFacts> extends UnsentEpisode<E> {
  alsoIn: Set<string>;
  keys: Set<string>;
  matches: string[];
}

function newUnsent<E extends MatchedFacts>(episode: E): Pending<E> {
  return { episode, alsoIn: new Set(episode.alsoIn), keys: new Set(), matches: [] };
}

export function countIn(counts: readonly WaitingCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/** Sorts duplicates by when they were first seen, as search does. */
function inOrder<E extends EpisodeFacts>(episodes: readonly E[]): readonly E[] {
  const hasDuplicates = ({ copies }: EpisodeFacts) => typeof copies?.group === 'number';
  return episodes.some(hasDuplicates) ? episodes.toSorted(inOrderSeen) : episodes;
}
