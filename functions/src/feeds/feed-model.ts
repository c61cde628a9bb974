/** Why an item of a feed did not become an episode. */
export type DropReason =
  'no-title' | 'no-link-or-audio' | 'repeated' | 'future-date' | 'too-old' | 'over-item-limit';

export type DropCounts = Partial<Record<DropReason, number>>;

/**
 * One item of a feed, cleaned: plain text without markup or control characters, http(s) addresses.
 */
export interface FeedItem {
  /** The feed's own id of the item, as written, or null. */
  guid: string | null;
  title: string;
  /** The item's page, or null. An item has a link, an audio address, or both. */
  link: string | null;
  audio: string | null;
  image: string | null;
  description: string;
  /** Epoch milliseconds; null where the feed has no date, or an unreadable one. */
  publishedAtMs: number | null;
  /** Whole seconds; null where the feed has no duration, or an implausible one. */
  durationSeconds: number | null;
  /** The publisher's transcripts, the most useful first; none where the feed forbids their use. */
  transcripts: TranscriptSource[];
  /** In the order of their times. */
  chapters: Chapter[];
  /** Where the publisher keeps chapters, one at most; none where the feed itself has some, or forbids their use. */
  chapterFiles: TranscriptSource[];
  /** Those who take part, each name once. */
  persons: Person[];
}

/** Somebody who takes part in an episode. */
export interface Person {
  name: string;
  /** Null for any other role. */
  role: 'host' | 'guest' | null;
}

/** Where a publisher keeps a transcript of an episode, or its chapters. */
export interface TranscriptSource {
  /** http(s) address. */
  url: string;
  /** The media type as declared, in lower case, often wrong. */
  type: string;
}

/** A part of an episode that has a name of its own. */
export interface Chapter {
  startMs: number;
  title: string;
}

/** What a feed says about the show itself. */
export interface FeedShow {
  title: string;
  publisher: string;
  image: string | null;
  /** As written in the feed ("en-US"), or null. */
  language: string | null;
  /** Whether it forbids services such as ours to use it; then no item has a transcript. */
  blocked: boolean;
}

/** Why a feed as a whole was refused. */
export type FeedFailureCode =
  // the answer
  | 'http-status'
  | 'gone'
  | 'asked-to-wait'
  | 'bad-redirect'
  | 'too-many-redirects'
  | 'forbidden-address'
  | 'unreachable'
  | 'timed-out'
  | 'too-large'
  | 'cut-short'
  | 'bad-encoding'
  | 'unexpected-not-modified'
  // the document
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
  /** One sentence for the operator; holds no text of the feed. */
  message: string;
  /** How long the host asked us to wait, milliseconds. */
  retryAfterMs?: number;
}

export type FeedReading =
  | {
      kind: 'read';
      show: FeedShow;
      items: FeedItem[];
      /** How many items the document held, before any was dropped. */
      itemsFound: number;
      dropped: DropCounts;
    }
  | FeedFailure;

/**
 * Headers of the last answer that are sent back, so that the host answers only when the feed has
 * changed.
 */
export interface FeedValidators {
  etag: string | null;
  lastModified: string | null;
}

export type FeedFetch =
  | { kind: 'fetched'; bytes: Uint8Array; contentType: string | null; validators: FeedValidators }
  | { kind: 'unchanged' }
  | FeedFailure;

/** A refusal; `message` is one sentence for the operator and holds no text of the feed. */
export function refused(code: FeedFailureCode, message: string): FeedFailure {
  return { kind: 'refused', code, message };
}
