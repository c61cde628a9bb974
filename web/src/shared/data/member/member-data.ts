import {
  type Alert,
  type AlertChoice,
  type ApiKey,
  type Bookmark,
  type Channel,
  type ConnectedApp,
  type Delivery,
  type FollowedShow,
  type NewAlert,
  type NewBookmark,
  type NewPreferences,
  type LastMatches,
  type PendingAlert,
  NO_ROOM_TO_EXCLUDE,
  type Preferences,
  type StoredMatch,
  type Suppression,
} from 'functions/contract';
import type { LiveQuery } from './live-query.ts';

/** Thrown if excluding a term would make the keyword too long. The message is shown to the person. */
export class NothingFits extends Error {
  constructor() {
    super(NO_ROOM_TO_EXCLUDE);
  }
}

/** Thrown if the limit of alerts or bookmarks is reached. Nothing was written. */
export class LimitReached extends Error {
  constructor() {
    super('the limit of saved documents is reached');
    this.name = 'LimitReached';
  }
}

export interface SavedAlert extends Alert {
  /** True until the server has confirmed the last write. */
  pending: boolean;
}

export interface ImportedAlert extends NewAlert {
  paused?: boolean;
}

export interface Person {
  /** The stored preferences, or the defaults. */
  preferences: Preferences;
  suppression: Suppression | null;
  /** When the server first saw that the address is verified, epoch milliseconds; null before that. */
  verifiedAtMs: number | null;
  /** True if the person must decide whether to keep alerts saved until `verifiedAtMs`. */
  asksAboutAlerts: boolean;
  /** All matches until then count as read, epoch milliseconds; null if the person never marked all as read. */
  seenAtMs: number | null;
}

/** Matches that are pending for the next email, by alert, and the last email of each alert. */
export interface Pending {
  alerts: readonly PendingAlert[];
  last: LastMatches;
}

/** A position among a person's matches, newest first. */
export interface MatchCursor {
  readonly id: string;
}

export interface MatchPage {
  /** Newest first. */
  matches: readonly StoredMatch[];
  /** Where the next page begins; null if this is the last one. */
  next: MatchCursor | null;
}

/**
 * A signed-in person's data as live lists, newest first, and writes to it. The lists show a write
 * immediately; its promise settles when the server answers. Offline, the promise stays pending, and the write
 * is sent when the connection returns.
 */
export interface MemberData {
  /** Contains exactly one item. */
  readonly person: LiveQuery<Person>;
  readonly alerts: LiveQuery<SavedAlert>;
  readonly bookmarks: LiveQuery<Bookmark>;
  /** Only callables change shows, channels, keys and apps. */
  readonly shows: LiveQuery<FollowedShow>;
  readonly channels: LiveQuery<Channel>;
  readonly keys: LiveQuery<ApiKey>;
  readonly apps: LiveQuery<ConnectedApp>;
  /** Contains exactly one item. Only the server changes it. */
  readonly pending: LiveQuery<Pending>;
  /** The newest `atMost` digests and messages. Returns the same object for the same number. */
  deliveries(atMost: number): LiveQuery<Delivery>;
  /**
   * The newest page of matches, of all alerts or of one (`alertIdentity`). Contains exactly one item. Returns the same
   * object for the same alert.
   */
  matches(alert?: string): LiveQuery<MatchPage>;
  /** Reads the page at a position once; null for the newest page. */
  readMatches(from: MatchCursor | null, alert?: string): Promise<MatchPage>;
  /** Counts the matches of an alert (`alertIdentity`) found from `sinceMs` until before `untilMs`. */
  countMatches(alert: string, sinceMs: number, untilMs: number): Promise<number>;
  /** Marks these matches as opened, on all devices. */
  noteOpened(ids: readonly string[]): Promise<void>;
  /** @param isResumed True if this ends a pause of all email, so that only later matches are mailed. */
  savePreferences(preferences: NewPreferences, isResumed?: boolean): Promise<void>;
  /** Marks all matches as read that were found until the server handles it. Rejects if the person has no document yet. */
  markAllRead(): Promise<void>;
  /**
   * Saves all keywords as alerts, or none. Also saves default preferences if none are stored. Rejects with
   * `LimitReached`.
   */
  addAlerts(keywords: readonly string[], choice?: AlertChoice): Promise<void>;
  /** Saves all alerts or none, and resolves to their ids. Rejects with `LimitReached`. */
  importAlerts(alerts: readonly ImportedAlert[]): Promise<string[]>;
  deleteAlert(id: string): Promise<void>;
  /** Deletes all of these alerts, or none. */
  deleteAlerts(ids: readonly string[]): Promise<void>;
  /**
   * Undoes a deletion and keeps the creation date. Sends missed episodes, without duplicates. Does
   * not restore `excludedAtMs`. Rejects with `LimitReached`.
   */
  restoreAlert(alert: SavedAlert): Promise<void>;
  /**
   * Replaces the keyword. Episodes already sent are not sent again; unsent episodes are sent if they match
   * the new keyword.
   */
  rewordAlert(id: string, keyword: string): Promise<void>;
  /** Excludes a term from now on. Rejects with `NothingFits` if the keyword would be too long. */
  excludeTerm(alert: Alert, term: string): Promise<void>;
  /** Undoes `excludeTerm`. Sends the episodes that the term excluded, unless they are too old. */
  restoreTerm(alert: Alert, term: string): Promise<void>;
  /** @param untilMs When the alert resumes by itself, at most `MAX_PAUSE_DAYS` ahead. */
  pauseAlert(id: string, untilMs?: number): Promise<void>;
  /** Resumes a paused alert, which then sends only later episodes. */
  resumeAlert(id: string): Promise<void>;
  /** Sets whether an alert searches transcripts. No episode is sent twice. */
  chooseSpoken(id: string, spoken: boolean): Promise<void>;
  /**
   * Sets whether an alert sends only episodes that are about its keyword. No episode is sent twice
   * or lost.
   */
  chooseOnlyAbout(id: string, onlyAbout: boolean): Promise<void>;
  /** Sets whether an alert is emailed. Once switched on, its email contains only later episodes. */
  chooseMailed(id: string, mailed: boolean): Promise<void>;
  /** Idempotent. Rejects with `LimitReached`. */
  addBookmark(bookmark: NewBookmark): Promise<void>;
  removeBookmark(id: string): Promise<void>;
  /** Undoes a removal and keeps the creation date. Rejects with `LimitReached`. */
  restoreBookmark(bookmark: Bookmark): Promise<void>;
  close(): void;
}
