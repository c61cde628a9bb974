import type { FeedValidators } from '../feeds/feed-model.ts';
import type { FetchTimes } from './refresh/next-fetch.ts';

/** What the catalogue remembers of a feed between two refreshes. Times are epoch milliseconds. */
export interface FeedRecord extends FetchTimes {
  validators: FeedValidators;
  /** Failed fetches in a row, up to now. */
  failures: number;
}

/** How the last fetch ended; `failure` is its code, or null after one that went well. */
export interface FetchRecord extends FeedRecord {
  failure: string | null;
}

/** A feed nothing is known of: due at once. */
export const UNKNOWN_FEED: FeedRecord = {
  validators: { etag: null, lastModified: null },
  failures: 0,
  fetchedAtMs: null,
  nextFetchAtMs: 0,
};
