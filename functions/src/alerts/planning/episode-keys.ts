import type { NewEpisode } from '../../catalogue/new-episode.ts';

/** What says that an episode was told. */
export interface EpisodeKeys {
  /** What only this episode is known by: told with it, whichever of its copies the email shows. */
  own: string;
  /**
   * What it shares with its copies in other feeds, and with itself where its show has moved to another
   * feed: told only with the copy that the email shows.
   */
  shared: readonly string[];
  /** Those of `shared` that its audio is part of. */
  ofAudio: readonly string[];
  /** Its audio in its feed: once an item with it was told, `ofAudio` tells nothing about another item. */
  audio: string | null;
}

/**
 * The keys of an episode: the item of its feed, whatever guid that has now, and what the catalogue finds
 * copies by. Title and day alone are none: a feed may have twelve bulletins of one title a day.
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

/** Whether an episode was told, by what the sent log has. */
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

/** What the sent log is to remember of an episode that an email shows or counts. */
export function keysToRemember({ own, shared, audio }: EpisodeKeys): string[] {
  return [own, ...shared, ...(audio === null ? [] : [audio])];
}
