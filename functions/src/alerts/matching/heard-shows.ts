import { createHash } from 'node:crypto';
import { type EpisodeFacts, feedUrlOf } from '../../catalogue/changes/new-episode.ts';
import { MINUTE_MS } from '../../contract/index.ts';

/**
 * The minute (since 1970) in which each show that matched was first heard, which is when the earliest of its
 * matches was stored; by a 32-bit hash of the show. Stored as pairs of numbers outside the catalogue, because
 * a catalogue that is begun anew has no record of them.
 */
export type HeardShows = ReadonlyMap<number, number>;

/** A Firestore document holds 1 MiB; further shows are not stored and count as never heard. */
const MOST_SHOWS = 100_000;
const PAIR_BYTES = 8;

const hashes = new Map<string, number>();

/** A show that only its followers find has a hash of its own: it may become public. The prefix is stored. */
function hashOf(episode: EpisodeFacts): number {
  const show = `${episode.forFollowers === true ? 'probation ' : ''}${feedUrlOf(episode)}`;
  let hash = hashes.get(show);
  if (hash === undefined) {
    if (hashes.size >= MOST_SHOWS) hashes.clear();
    hash = createHash('sha256').update(show).digest().readUInt32BE();
    hashes.set(show, hash);
  }
  return hash;
}

/** Epoch milliseconds; null if the show was never heard. */
export function heardSinceMs(heard: HeardShows, episode: EpisodeFacts): number | null {
  const minute = heard.get(hashOf(episode));
  return minute === undefined ? null : minute * MINUTE_MS;
}

export function unpackHeard(packed: Uint8Array): Map<number, number> {
  const bytes = Buffer.from(packed);
  const heard = new Map<number, number>();
  for (let at = 0; at + PAIR_BYTES <= bytes.length; at += PAIR_BYTES) {
    heard.set(bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4));
  }
  return heard;
}

/**
 * Returns the packed shows with those of these episodes, each with its earliest minute; null if nothing
 * changes.
 */
export function withHeard(packed: Uint8Array, episodes: Iterable<EpisodeFacts>): Uint8Array | null {
  const heard = unpackHeard(packed);
  let isNew = false;
  for (const episode of episodes) {
    const hash = hashOf(episode);
    const minute = Math.max(0, Math.floor(episode.ingestedAtMs / MINUTE_MS));
    const known = heard.get(hash);
    if (known === undefined ? heard.size >= MOST_SHOWS : known <= minute) continue;
    heard.set(hash, minute);
    isNew = true;
  }
  if (!isNew) return null;
  const bytes = Buffer.alloc(heard.size * PAIR_BYTES);
  let at = 0;
  for (const number of [...heard].flat()) at = bytes.writeUInt32BE(number, at);
  return bytes;
}
