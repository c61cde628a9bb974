import type { DigestEpisode } from '../../delivery/mail/digest/digest-content.ts';
import type { ActiveAlert } from '../alert-record.ts';

/** Becomes `users/{uid}/matches/{id}`. */
export interface FoundMatch {
  /** See `matchId`. */
  id: string;
  alert: ActiveAlert;
  /** Hash of the query that matched (`wordsHash`). */
  words: string;
  /** Hashes of the alert with each key of the episode. Duplicates share at least one. */
  keys: readonly string[];
  /** True if a stored match of the alert has the same episode. */
  isKnown: (has: (key: string) => boolean) => boolean;
}

/** Matches of one alert and day that are only counted. */
export interface CountedMatches {
  id: string;
  alert: ActiveAlert;
  /** When each episode changed, by the catalogue's clock. A change is counted once. */
  changesAtMs: readonly number[];
}

export interface AddedMatches<M extends FoundMatch = FoundMatch> {
  matches: readonly M[];
  counted: readonly CountedMatches[];
  nowMs: number;
  /** Called only with matches that are not stored yet, because texts around them are slow to extract. */
  show: (missing: readonly M[]) => Promise<DigestEpisode[]>;
}

export interface MatchStore {
  /** How many matches may still be stored for the person on this UTC day. */
  roomForMatches(uid: string, nowMs: number): Promise<number>;
  /** Idempotent, also concurrently. Stores nothing for alerts that were deleted. */
  addMatches<M extends FoundMatch>(uid: string, found: AddedMatches<M>): Promise<void>;
}
