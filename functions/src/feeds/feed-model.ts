export type DropReason =
  | 'no-title'
  | 'no-link-or-audio'
  | 'blocked'
  | 'repeated'
  | 'future-date'
  | 'too-old'
  | 'over-item-limit';

export type DropCounts = Partial<Record<DropReason, number>>;

export type UnreadPart =
  /** Alerts include an undated item only if the items around it have recent dates. */
  | 'no-date'
  | 'unread-date'
  /** An enclosure may be audio or video, but has no usable URL. */
  | 'unread-audio'
  | 'unread-link';

export type UnreadCounts = Partial<Record<UnreadPart, number>>;

/** Epoch milliseconds; null if there is no bound on that side. */
export interface DatesAround {
  afterMs: number | null;
  beforeMs: number | null;
}

/** Cleaned: plain text without markup or control characters; only http(s) URLs. */
export interface FeedItem {
  guid: string | null;
  title: string;
  /** The item's page. At least one of `link` and `audio` is set. */
  link: string | null;
  audio: string | null;
  image: string | null;
  description: string;
  publishedAtMs: number | null;
  /** For an undated item: bounds from its neighbours and the feed's own date. */
  around?: DatesAround;
  durationSeconds: number | null;
  /** Preferred format first. Empty if the feed forbids services like this one. */
  transcripts: TranscriptSource[];
  chapters: Chapter[];
  /** At most one. Empty if the item has chapters or the feed forbids services like this one. */
  chapterFiles: TranscriptSource[];
  persons: Person[];
}

export interface Person {
  name: string;
  role: 'host' | 'guest' | null;
}

export interface TranscriptSource {
  url: string;
  /** As declared, in lower case; often wrong. */
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
  /** The feed forbids services like this one (`itunes:block` or `podcast:block`). */
  blocked: boolean;
  /** `podcast:locked`: Earshot must not transcribe the audio. */
  locked?: boolean;
  link?: string;
  /** `itunes:new-feed-url`. */
  newFeedUrl?: string;
  /** `podcast:guid` in lower case; it survives a move of the feed. */
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
  /** For the operator: one sentence without text of the feed. */
  message: string;
  retryAfterMs?: number;
}

export type FeedReading =
  | {
      kind: 'read';
      show: FeedShow;
      items: FeedItem[];
      /** Items with `itunes:block`; stored copies are removed. */
      blocked?: FeedItem[];
      itemsFound: number;
      dropped: DropCounts;
      unread?: UnreadCounts;
    }
  | FeedFailure;

export interface FeedValidators {
  etag: string | null;
  lastModified: string | null;
}

export const NO_VALIDATORS: FeedValidators = { etag: null, lastModified: null };

export interface FetchHints {
  maxAgeMs?: number;
  /** Final URL if all redirects were permanent (301, 308). */
  movedTo?: string;
  /** Final URL if there were redirects. */
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
