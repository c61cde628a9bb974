export type DropReason =
  | 'no-title'
  | 'no-link-or-audio'
  /** The publisher asks that directories leave the item out (`itunes:block`). */
  | 'blocked'
  | 'repeated'
  | 'future-date'
  | 'too-old'
  | 'over-item-limit';

export type DropCounts = Partial<Record<DropReason, number>>;

/** A part of a kept item that is missing or cannot be read. */
export type UnreadPart =
  /** No date is written. Alerts tell of the item only if the items around it have recent dates. */
  | 'no-date'
  /** A date is written, but cannot be read. */
  | 'unread-date'
  /** There is an enclosure that may be audio or video, but none can be used. */
  | 'unread-audio'
  | 'unread-link';

export type UnreadCounts = Partial<Record<UnreadPart, number>>;

/** Bounds of an item's date, epoch milliseconds; null if there is no bound on that side. */
export interface DatesAround {
  afterMs: number | null;
  beforeMs: number | null;
}

/** A cleaned item: plain text without markup and control characters; http(s) URLs only. */
export interface FeedItem {
  guid: string | null;
  title: string;
  /** The item's page. An item has a link, an audio URL or both. */
  link: string | null;
  audio: string | null;
  image: string | null;
  description: string;
  /** Epoch milliseconds; null if missing or invalid. */
  publishedAtMs: number | null;
  /** For an item without a date: bounds of its date, taken from its neighbours and the date of the feed. */
  around?: DatesAround;
  /** Whole seconds; null if missing or implausible. */
  durationSeconds: number | null;
  /** The preferred format first; empty if the feed forbids their use. */
  transcripts: TranscriptSource[];
  chapters: Chapter[];
  /** At most one file; none if the item itself has chapters or the feed forbids services like this one. */
  chapterFiles: TranscriptSource[];
  /** Without duplicates. */
  persons: Person[];
}

export interface Person {
  name: string;
  /** Null for all other roles. */
  role: 'host' | 'guest' | null;
}

export interface TranscriptSource {
  url: string;
  /** The declared media type in lower case; often wrong. */
  type: string;
}

export interface Chapter {
  startMs: number;
  title: string;
}

export interface FeedShow {
  title: string;
  publisher: string;
  image: string | null;
  language: string | null;
  /** True if the feed forbids services like this one; its items have no transcripts then. */
  blocked: boolean;
  /** True if the feed is locked (`podcast:locked`): no machine writes down what is said. */
  locked?: boolean;
  /** The show's page. */
  link?: string;
  /** The address to which the feed says it moved (`itunes:new-feed-url`). */
  newFeedUrl?: string;
  /** `podcast:guid`, which stays when the feed moves; in lower case. */
  guid?: string;
}

export type FeedFailureCode =
  | 'http-status'
  | 'gone'
  | 'blocked'
  | 'asked-to-wait'
  | 'asked-too-often'
  | 'bad-redirect'
  | 'too-many-redirects'
  | 'forbidden-address'
  | 'forbidden-port'
  | 'unreachable'
  | 'bad-certificate'
  | 'timed-out'
  | 'too-large'
  | 'cut-short'
  | 'bad-encoding'
  | 'unexpected-not-modified'
  | 'empty'
  | 'web-page'
  | 'feed-list'
  | 'not-a-feed'
  | 'document-type'
  | 'not-well-formed'
  | 'too-deep';

export interface FeedFailure {
  kind: 'refused';
  code: FeedFailureCode;
  /** One sentence for the operator, without text of the feed. */
  message: string;
  /** The host's `Retry-After`, milliseconds. */
  retryAfterMs?: number;
}

export type FeedReading =
  | {
      kind: 'read';
      show: FeedShow;
      items: FeedItem[];
      /** Items that the feed asks directories to omit; stored copies are removed. Absent if there are none. */
      blocked?: FeedItem[];
      /** Items in the document, including dropped ones. */
      itemsFound: number;
      dropped: DropCounts;
      /** Absent if all of the items could be read. */
      unread?: UnreadCounts;
    }
  | FeedFailure;

export interface FeedValidators {
  etag: string | null;
  lastModified: string | null;
}

/** Validators of a feed that was never fetched. */
export const NO_VALIDATORS: FeedValidators = { etag: null, lastModified: null };

/** Hints of a response for the next fetch. */
export interface FetchHints {
  /** `max-age` of Cache-Control, milliseconds. */
  maxAgeMs?: number;
  /** Final URL, if all redirects were permanent (301, 308). */
  movedTo?: string;
  /** Final URL, if there were redirects. */
  finalUrl?: string;
}

export type FeedFetch =
  | (FetchHints & {
      kind: 'fetched';
      bytes: Uint8Array;
      contentType: string | null;
      validators: FeedValidators;
    })
  | (FetchHints & { kind: 'unchanged' })
  | FeedFailure;

export function refused(code: FeedFailureCode, message: string): FeedFailure {
  return { kind: 'refused', code, message };
}
