import type { DigestEpisode } from '../../delivery/mail/digest/digest-content.ts';
import type { ActiveAlert } from '../alert-record.ts';
import type { SentLog } from './sent-log.ts';
import type { MatchFacts } from './waiting.ts';

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
  facts: MatchFacts;
  /** If an earlier run may have counted the match: the documents of its count, and when the episode changed. */
  mayBeCounted?: { ids: readonly string[]; changedAtMs: number } | undefined;
  /** True if the match is stored only if it was before: then it is brought up to date. */
  isOld?: boolean;
  /** Where the match is to be sent: `MAIL` and ids of channels. */
  to: readonly string[];
}

/** Matches of one alert and day that are only counted. */
export interface CountedMatches {
  id: string;
  alert: ActiveAlert;
  words: string;
  /** A change is counted once. */
  changes: readonly CountedChange[];
}

export interface CountedChange {
  /** When the episode changed, by the catalogue's clock. */
  atMs: number;
  /** Where it is to be sent. */
  to: readonly string[];
  /** The episode's key in {@link FoundMatch.keys}, if its match may have been stored by an earlier run. */
  key?: string;
}

export interface AddedMatches<M extends FoundMatch = FoundMatch> {
  matches: readonly M[];
  counted: readonly CountedMatches[];
  nowMs: number;
  /** Called only with matches that are not stored yet, because texts around them are slow to extract. */
  show: (missing: readonly M[]) => Promise<DigestEpisode[]>;
}

export interface MatchStore {
  /** What was sent, by destination: `MAIL` and ids of channels. */
  sentLogs(uid: string, destinations: readonly string[]): Promise<ReadonlyMap<string, SentLog>>;
  /** How many matches may still be stored for the person on this UTC day. */
  roomForMatches(uid: string, nowMs: number): Promise<number>;
  /**
   * Idempotent, also concurrently. Stores nothing for alerts that were deleted.
   * @returns The destinations for which any of the matches wait.
   */
  addMatches<M extends FoundMatch>(
    uid: string,
    found: AddedMatches<M>,
  ): Promise<ReadonlySet<string>>;
}
