export type DropReason =
  /** The item's markup cannot be read. */
  | 'broken'
  | 'empty'
  | 'no-link-or-audio'
  | 'blocked'
  | 'repeated'
  | 'future-date'
  | 'too-old'
  | 'over-item-limit'
  /** A known feed had too many new items in a day. They are stored on later days, while the feed lists them. */
  | 'over-day-limit'
  /** Newer episodes fill what a followers-only show may store. */
  | 'over-follower-limit'
  /** A followers-only show does not grow without followers. */
  | 'no-followers'
  /** The catalogue is too large for shows that only people added to grow. */
  | 'catalogue-full';

export type DropCounts = Partial<Record<DropReason, number>>;

export type UnreadPart =
  /** Alerts include an undated item only if the items around it have recent dates. */
  | 'no-date'
  | 'unread-date'
  /** The item has an enclosure that may be audio or video, but no usable audio URL. */
  | 'unread-audio'
  | 'unread-link';

export type UnreadCounts = Partial<Record<UnreadPart, number>>;

/** Bounds in epoch milliseconds. Null means that there is no bound on that side. */
export interface DatesAround {
  afterMs: number | null;
  beforeMs: number | null;
}

/** Titles, names and descriptions are plain text without control characters. Every URL is http(s). */
export interface FeedItem {
  guid: string | null;
  title: string;
  /** The item's page. At least one of `link` and `audio` is set. */
  link: string | null;
  audio: string | null;
  image: string | null;
  description: string;
  publishedAtMs: number | null;
  /** Set for an undated item: bounds from the dates of its neighbours and of the feed. */
  around?: DatesAround;
  durationSeconds: number | null;
  /** The preferred format comes first. Empty if the show is `blocked`. */
  transcripts: TranscriptSource[];
  chapters: Chapter[];
  /** At most one file. Empty if the item has `chapters` or the show is `blocked`. */
  chapterFiles: TranscriptSource[];
  persons: Person[];
}

export interface Person {
  name: string;
  role: 'host' | 'guest' | null;
}

export interface TranscriptSource {
  url: string;
  /** Media type that the feed declares, in lower case; often wrong. */
  type: string;
}

export interface Chapter {
  startMs: number;
  title: string;
}

/** The WebSub hub that a feed names, and the URL by which the hub knows the feed. */
export interface FeedHub {
  hub: string;
  topic: string;
}

export interface FeedShow {
  title: string;
  publisher: string;
  image: string | null;
  language: string | null;
  /** True if `itunes:block` or `podcast:block` forbids services like this one to use the feed. */
  blocked: boolean;
  /** True if `podcast:locked` is set, so that Earshot must not transcribe the audio. */
  locked?: boolean;
  link?: string;
  newFeedUrl?: string;
  /** `podcast:guid` in lower case; it survives a move of the feed. */
  guid?: string;
  hub?: FeedHub;
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
  | 'bad-http'
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
  /** One sentence for the operator that quotes nothing from the feed. */
  message: string;
  retryAfterMs?: number;
  /** Status of the answer that has no audio. */
  status?: number;
}

export type FeedReading =
  | {
      kind: 'read';
      show: FeedShow;
      items: FeedItem[];
      /** Items with `itunes:block`, whose stored copies are removed. */
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
  /** The final URL, set if all redirects were permanent (301, 308). */
  movedTo?: string;
  /** The final URL, set if there was any redirect. */
  finalUrl?: string;
  /** True if the feed was too large, so that only items of its beginning and its end were read. */
  isCut?: true;
  /** From the header `Link`, which has precedence over the feed's own links. */
  hub?: FeedHub;
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
