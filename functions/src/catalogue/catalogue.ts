import type { Episode, SearchSort, SpokenShow } from '../contract/index.ts';
import type { Chapter, FeedReading } from '../feeds/feed-model.ts';
import type { ClaimedFeed, FeedClaim, FeedQueue, NamedFeed } from './store/feed-queue.ts';
import type { FeedRecord, FetchRecord } from './store/feeds.ts';
import type { StoredFeed } from './store/copy-feed.ts';
import type { NewEpisodes } from './new-episode.ts';
import type { StoreOutcome } from './refresh/plan-store.ts';
import type { SpokenText } from '../transcripts/spoken-text.ts';
import type { AwaitedAttachment, AttachmentRecord } from './attachments/attachment-record.ts';

export interface CatalogueQuery {
  /** Keywords in query syntax; an episode that matches one of them is found. */
  keywords: readonly string[];
  /** Oldest publication time, epoch milliseconds, rounded to seconds. */
  startDateMs?: number | undefined;
  limit: number;
  /** Matches are counted up to this number. */
  totalLimit: number;
  /** Search transcripts; default true. */
  spoken?: boolean | undefined;
  /** Search boilerplate; default false. */
  repeated?: boolean | undefined;
  /** Newest first by default. */
  sort?: SearchSort | undefined;
  /** Fraction of the cost limit of a search; default 1. */
  share?: number | undefined;
}

export interface CatalogueAnswer {
  /** Sorted as the query's `sort`. */
  episodes: Episode[];
  /** Matches without duplicates, up to the query's `totalLimit`. */
  total: number;
  /** Further matches in boilerplate; absent if 0, if not counted, or if boilerplate is searched. */
  repeatedMore?: number;
  /** True if the newest `totalLimit` matches were ranked; absent if not wanted or too expensive. */
  isRanked?: true;
}

export interface CatalogueContents {
  episodes: number;
  /** Feeds with at least one episode. */
  podcasts: number;
  /** Episodes with a transcript. */
  spoken: number;
  /** End of the last refresh, epoch milliseconds; null before the first. */
  refreshedAtMs: number | null;
  /**
   * When the next feed is due, perhaps in the past, epoch milliseconds; null without listed feeds.
   */
  nextFetchAtMs: number | null;
}

/** The catalogue as searches read it, with either engine. Opened by `openCatalogue`. */
export interface Catalogue {
  /** To be awaited before each use: updates a local copy. Rejects with 'upstream-unavailable'. */
  ready(): Promise<void>;
  /**
   * The newest matching episodes. Descriptions are excerpts with highlight markers; the first
   * matches in transcripts are quoted. Of duplicates, the matching one that was seen first is shown
   * and names the other shows. Rejects with 'upstream-timeout' (too expensive, or too slow),
   * 'upstream-unavailable' (server unreachable) or 'internal' (unreadable catalogue).
   * @param signal Aborts the query, if the engine can, with 'upstream-timeout'.
   */
  query(query: CatalogueQuery, signal?: AbortSignal): Promise<CatalogueAnswer>;
  contents(): Promise<CatalogueContents>;
  /** Podcasts with transcripts, those with the most transcripts first. Rejects as `query`. */
  spokenShows(limit: number): Promise<SpokenShow[]>;
  /** Last comparison of a copy with its original, epoch milliseconds; null without a copy. */
  checkedAtMs(): number | null;
  close(): Promise<void>;
}

/** The catalogue as alerts and copies read it. Opened by `openCatalogueReader`. */
export interface CatalogueReader extends Catalogue {
  /**
   * Episodes stored since `sinceMs` and published since `publishedSinceMs` (epoch milliseconds),
   * newest first. Reads in pages: an episode whose date changes meanwhile may be missed or
   * repeated.
   */
  newEpisodes(sinceMs: number, publishedSinceMs: number): NewEpisodes;
  feedUrls(): Promise<string[]>;
  /** State of the feeds that are fetched when due. */
  feedQueue(now: number): Promise<FeedQueue>;
  /** Everything stored of a feed; null if the feed is unknown. Rejects as `query`. */
  exportFeed(url: string): Promise<StoredFeed | null>;
}

/** Opened by `updateCatalogue`. */
export interface WritableCatalogue extends CatalogueReader {
  /** An unknown feed is due. */
  feedRecord(url: string): Promise<FeedRecord>;
  /** Stores the outcome of a fetch, and ends the feed's claim. */
  recordFetch(url: string, record: FetchRecord): Promise<void>;
  /** Stores feeds that are fetched only when claimed by URL, and ends their claims. */
  nameFeeds(feeds: readonly NamedFeed[]): Promise<void>;
  /**
   * Sets the feeds that are fetched when due; new ones are due now.
   * @param awake Makes all of them due now.
   */
  listFeeds(feeds: readonly NamedFeed[], now: number, awake?: boolean): Promise<void>;
  /**
   * Claims feeds for a fetch: the most overdue first, up to each host's share, without those
   * claimed by others. A crashed worker's claims expire after five minutes.
   */
  claimFeeds(claim: FeedClaim): Promise<ClaimedFeed[]>;
  /** Ends the claims of feeds that were not fetched. */
  releaseFeeds(urls: readonly string[]): Promise<void>;
  /** Stores a feed in one transaction. Known items are updated; unchanged ones cause no write. */
  storeFeed(
    url: string,
    reading: Extract<FeedReading, { kind: 'read' }>,
    now: number,
  ): Promise<StoreOutcome>;
  /** Replaces a feed in one transaction; returns the number of episodes written, 0 if unchanged. */
  importFeed(feed: StoredFeed): Promise<number>;
  /**
   * Due transcripts: each feed's newest episode first, then the second newest, and so on, so that
   * one feed's many failures do not delay others.
   */
  awaitedTranscripts(
    now: number,
    options: {
      /** Includes transcripts that are not due yet, and those without further attempts. */
      everyOne: boolean;
      limit: number;
    },
  ): Promise<AwaitedAttachment[]>;
  /** Stores the outcome of an attempt. No effect if the episode or its transcript is gone. */
  recordTranscript(
    episodeId: number,
    record: AttachmentRecord,
    spoken: SpokenText | null,
  ): Promise<void>;
  /** Due chapters files, as {@link awaitedTranscripts}. */
  awaitedChapters: WritableCatalogue['awaitedTranscripts'];
  /** Stores the outcome of an attempt; no effect if the episode or its file is gone. */
  recordChapters(
    episodeId: number,
    record: AttachmentRecord,
    chapters: readonly Chapter[] | null,
  ): Promise<void>;
  /** Deletes episodes older than the retention period; returns their number. */
  prune(now: number): Promise<number>;
  /** Stores the end of a refresh, and optimizes the database. */
  finishRefresh(finishedAtMs: number): Promise<void>;
  /** Verifies the catalogue's integrity, if the engine does not; rejects if it is corrupt. */
  check(): Promise<void>;
  /** True if the error means that the catalogue is corrupt. */
  isDamaged(error: unknown): boolean;
  /** For the refresher, after `isDamaged`: sets the catalogue aside and creates an empty one. */
  startAnew(): void;
}
