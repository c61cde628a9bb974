import {
  type Alert,
  type Bookmark,
  type Delivery,
  type NewBookmark,
  type NewPreferences,
  NO_ROOM_TO_EXCLUDE,
  type Preferences,
  type Suppression,
} from 'functions/contract';
import type { LiveQuery } from './live-query.ts';

/** An alert has no room to leave out more; the message is for the person. */
export class NothingFits extends Error {
  constructor() {
    super(NO_ROOM_TO_EXCLUDE);
  }
}

/** A person has as many alerts or bookmarks as they can have. Nothing was written. */
export class LimitReached extends Error {
  constructor() {
    super('the limit of saved documents is reached');
    this.name = 'LimitReached';
  }
}

/** An alert, and whether it is still on its way to the server. */
export interface SavedAlert extends Alert {
  pending: boolean;
}

/** What is stored about a person themselves. */
export interface Person {
  /** What they chose about email; the defaults where they chose nothing. */
  preferences: Preferences;
  /** Why their address gets no email, or null. */
  suppression: Suppression | null;
}

/**
 * What one signed-in person has saved, live and newest first, and what can be done to it. A write
 * shows in the lists at once; its promise settles when the server has answered, so without a
 * connection it stays open, and the write is sent when the connection returns.
 */
export interface MemberData {
  /** Always one. */
  readonly person: LiveQuery<Person>;
  readonly alerts: LiveQuery<SavedAlert>;
  readonly bookmarks: LiveQuery<Bookmark>;
  /** The newest digests of the history; the same source for the same number. */
  deliveries(atMost: number): LiveQuery<Delivery>;
  /** @param resumes Whether mail comes again that was paused: what came meanwhile is not told. */
  savePreferences(preferences: NewPreferences, resumes?: boolean): Promise<void>;
  /**
   * Saves one alert for each keyword, all or none; rejects with `LimitReached` where they would be
   * more than a person can have. Who never chose preferences has the usual ones then, in the time
   * zone of this browser.
   * @param spoken Whether spoken words count; yes by default.
   */
  addAlerts(keywords: readonly string[], spoken?: boolean): Promise<void>;
  deleteAlert(id: string): Promise<void>;
  /**
   * Saves a deleted alert again, as old as it was: what it was to report is reported, nothing twice. Of
   * what it leaves out it forgets since when. Rejects with `LimitReached` as above.
   */
  restoreAlert(alert: SavedAlert): Promise<void>;
  /**
   * Has an alert ask for something else. It stays the same alert: episodes already reported stay reported,
   * and those that it was to report still are if they match.
   * @param keyword Within the limits of a new alert's.
   */
  rewordAlert(id: string, keyword: string): Promise<void>;
  /**
   * Makes an alert leave a term out from now on, and stores since when (`excludeTerm`). Episodes already
   * reported stay reported. Rejects with `NothingFits` if the keyword would be too long.
   */
  excludeTerm(alert: Alert, term: string): Promise<void>;
  /** Undoes that. What was left out meanwhile is reported, unless it is too old. */
  restoreTerm(alert: Alert, term: string): Promise<void>;
  /** Pauses an alert: episodes that come meanwhile are never emailed, not even after resuming. */
  pauseAlert(id: string): Promise<void>;
  resumeAlert(id: string): Promise<void>;
  /** Sets whether transcripts count for an alert. Nothing is reported twice. */
  chooseSpoken(id: string, spoken: boolean): Promise<void>;
  /** Does nothing where the episode is bookmarked already; rejects with `LimitReached` as above. */
  addBookmark(bookmark: NewBookmark): Promise<void>;
  removeBookmark(id: string): Promise<void>;
  /** Saves a bookmark again that was removed, as old as it was; else as `addBookmark`. */
  restoreBookmark(bookmark: Bookmark): Promise<void>;
  /** Ends everything live for good; called when the person has signed out. */
  close(): void;
}
