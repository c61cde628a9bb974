import type { ActiveAlert, PersonPreferences } from './indexed-documents.ts';
import type { UidRange } from './uid-range.ts';

/** A person and when their digests are due. */
export interface PersonEntry {
  uid: string;
  preferences: PersonPreferences;
}

/** What became different about people and alerts, as it was when it was read. */
export interface Changes {
  /** Created, resumed, or asking for something else. */
  alerts: ActiveAlert[];
  /** Whose preferences were changed, or whose digest ended without being mailed. */
  people: PersonEntry[];
}

/**
 * The documents that indexes are made of. Every document that is read costs; deleted and paused alerts
 * are not among what is told.
 */
export interface AlertSource {
  /**
   * What was changed at this moment or later, by the server's clock; epoch milliseconds. Null when it is
   * more than fits into memory.
   */
  changedSince(sinceMs: number): Promise<Changes | null>;
  /** Everything of the people in a range: their documents and all alerts that are not paused. */
  everythingIn(range: UidRange): AsyncIterable<Changes>;
}
