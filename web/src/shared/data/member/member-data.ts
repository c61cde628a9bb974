import {
  type Alert,
  type AlertChoice,
  type ApiKey,
  type Bookmark,
  type Channel,
  type Delivery,
  type FollowedShow,
  type NewAlert,
  type NewBookmark,
  type NewPreferences,
  type PendingAlert,
  NO_ROOM_TO_EXCLUDE,
  type Preferences,
  type Suppression,
} from 'functions/contract';
import type { LiveQuery } from './live-query.ts';

/** The alert's keyword would be too long; the message is shown to the person. */
export class NothingFits extends Error {
  constructor() {
    super(NO_ROOM_TO_EXCLUDE);
  }
}

/** The limit of alerts or bookmarks is reached, and nothing was written. */
export class LimitReached extends Error {
  constructor() {
    super('the limit of saved documents is reached');
    this.name = 'LimitReached';
  }
}

/** An alert; `pending` until the server has confirmed its last write. */
export interface SavedAlert extends Alert {
  pending: boolean;
}

/** A new alert from an imported list; it may be paused. */
export interface BroughtAlert extends NewAlert {
  paused?: boolean;
}

export interface Person {
  /** The stored preferences, or the defaults. */
  preferences: Preferences;
  suppression: Suppression | null;
  /** When the server first saw that the address is verified, epoch milliseconds; null if it has not. */
  verifiedAtMs: number | null;
  /** True if the person is to be asked about alerts saved until `verifiedAtMs`. */
  asksAboutAlerts: boolean;
  /** When the person last saw what is new for them, epoch milliseconds; null if never. */
  seenAtMs: number | null;
}

/**
 * A signed-in person's data as live lists, newest first, and writes to it. A write is visible in the lists
 * immediately. Its promise settles when the server has answered; offline it stays pending, and the write is sent
 * when the connection returns.
 */
export interface MemberData {
  /** Contains exactly one item. */
  readonly person: LiveQuery<Person>;
  readonly alerts: LiveQuery<SavedAlert>;
  readonly bookmarks: LiveQuery<Bookmark>;
  /** Changed by callables only. */
  readonly shows: LiveQuery<FollowedShow>;
  /** Changed by callables only. */
  readonly channels: LiveQuery<Channel>;
  /** Changed by callables only. */
  readonly keys: LiveQuery<ApiKey>;
  /** What waits for the next email, by alert; contains exactly one item. Changed by the server only. */
  readonly pending: LiveQuery<readonly PendingAlert[]>;
  /** The newest digests and messages; returns the same object for the same number. */
  deliveries(atMost: number): LiveQuery<Delivery>;
  /** @param isResumed True if this ends a pause of all email: only what comes from then on is mailed. */
  savePreferences(preferences: NewPreferences, isResumed?: boolean): Promise<void>;
  /** Notes that the person has seen now what is new for them. Rejects if nothing is stored of them yet. */
  noteSeen(): Promise<void>;
  /**
   * Saves all keywords as alerts, or none, and default preferences if none are stored. Rejects with
   * `LimitReached`.
   */
  addAlerts(keywords: readonly string[], choice?: AlertChoice): Promise<void>;
  /** Saves alerts, all or none, and resolves to their ids. Rejects with `LimitReached`. */
  importAlerts(alerts: readonly BroughtAlert[]): Promise<string[]>;
  deleteAlert(id: string): Promise<void>;
  /** Deletes all of these alerts or none. */
  deleteAlerts(ids: readonly string[]): Promise<void>;
  /**
   * Undoes a deletion and keeps the creation date. Missed episodes are reported, none twice. `excludedAtMs` is not
   * restored. Rejects with `LimitReached`.
   */
  restoreAlert(alert: SavedAlert): Promise<void>;
  /** Changes an alert's keyword. Reported episodes are not reported again; unreported ones are if they match. */
  rewordAlert(id: string, keyword: string): Promise<void>;
  /** Excludes a term from now on (`excludeTerm`). Rejects with `NothingFits` if the keyword would be too long. */
  excludeTerm(alert: Alert, term: string): Promise<void>;
  /** Undoes `excludeTerm`. Episodes that the term has excluded are reported unless they are too old. */
  restoreTerm(alert: Alert, term: string): Promise<void>;
  pauseAlert(id: string): Promise<void>;
  /** Resumes an alert, which tells what comes from then on. */
  resumeAlert(id: string): Promise<void>;
  /** Sets whether an alert searches transcripts. No episode is reported twice. */
  chooseSpoken(id: string, spoken: boolean): Promise<void>;
  /**
   * Sets whether an alert only tells episodes that are about its keyword. None is reported twice, and none is
   * lost.
   */
  chooseOnlyAbout(id: string, onlyAbout: boolean): Promise<void>;
  /** Sets whether an alert is emailed. Switched on, its email tells what comes from then on. */
  chooseMailed(id: string, mailed: boolean): Promise<void>;
  /** Idempotent. Rejects with `LimitReached`. */
  addBookmark(bookmark: NewBookmark): Promise<void>;
  removeBookmark(id: string): Promise<void>;
  /** Undoes a removal and keeps the creation date. Rejects with `LimitReached`. */
  restoreBookmark(bookmark: Bookmark): Promise<void>;
  close(): void;
}
