import type { Alert, Bookmark, NewBookmark } from 'functions/contract';
import type { LiveSource } from './live-source.ts';

/** An alert, and whether it is still on its way to the server. */
export interface SavedAlert extends Alert {
  pending: boolean;
}

/**
 * What one signed-in person has saved, live and newest first, and what can be done to it. A write
 * shows in the lists at once; its promise settles when the server has answered, so without a
 * connection it stays open, and the write is sent when the connection returns.
 */
export interface MemberData {
  readonly alerts: LiveSource<SavedAlert>;
  readonly bookmarks: LiveSource<Bookmark>;
  /** Saves one alert for each keyword, all or none. */
  addAlerts(keywords: readonly string[]): Promise<void>;
  deleteAlert(id: string): Promise<void>;
  addBookmark(bookmark: NewBookmark): Promise<void>;
  removeBookmark(id: string): Promise<void>;
  /** Ends both lists for good; called when the person has signed out. */
  close(): void;
}
