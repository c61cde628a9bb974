import type { EpisodeFacts } from '../../catalogue/store/new-episode.ts';
import { pairHash } from './sent-log.ts';

/** Max keys of a stored match. */
const MAX_KEYS = 20;

export interface EpisodeKeys {
  /** The feed's item. Logged with the episode, whichever duplicate the mail shows. */
  own: string;
  /** Shared with duplicates, including the same episode after its show moved to another feed. */
  shared: readonly string[];
  /** The subset of `shared` that is derived from the audio address. */
  ofAudio: readonly string[];
  /** The audio address within its feed. If another item with this address was sent, `ofAudio` is ignored. */
  audio: string | null;
}

/** Title and day are not a key, because a feed may have twelve bulletins with the same title on one day. */
export function episodeKeys({ item, copies }: EpisodeFacts): EpisodeKeys {
  const named = (keys: readonly number[] = []) => keys.map((key) => `copy ${key}`);
  return {
    own: item,
    shared: named(copies?.keys),
    ofAudio: named(copies?.ofAudio),
    audio: copies?.audio === undefined ? null : `audio ${copies.audio}`,
  };
}

export function isSent(
  { own, shared, ofAudio, audio }: EpisodeKeys,
  has: (key: string) => boolean,
) {
  if (has(own)) return true;
  const known = shared.filter(has);
  // A feed may reuse an address such as `latest.mp3`. Then the same address does not mean the same episode.
  const isReused = audio !== null && known.length > 0 && has(audio);
  return known.some((key) => !isReused || !ofAudio.includes(key));
}

export function keysToRemember({ own, shared, audio }: EpisodeKeys): string[] {
  return [own, ...shared, ...(audio === null ? [] : [audio])];
}

/** Hashes of the alert with each key, by which a stored match is found again. */
export function matchKeys(alertId: string, facts: EpisodeFacts): string[] {
  return keysToRemember(episodeKeys(facts))
    .slice(0, MAX_KEYS)
    .map((key) => matchKey(alertId, key));
}

export function matchKey(alertId: string, key: string): string {
  return pairHash(`alert ${alertId}`, key);
}
