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
  /** Words or phrases; an episode that mentions one of them is found. */
  keywords: readonly string[];
  /** Oldest time of publication wanted, epoch milliseconds, honoured to the second. */
  startDateMs?: number | undefined;
  /** Most episodes wanted. */
  limit: number;
  /** How far matches are counted. */
  totalLimit: number;
  /** Whether what is said in episodes is searched as well; it is by default. */
  spoken?: boolean | undefined;
  /** Whether what a feed says in all of its episodes is searched as well; it is not by default. */
  repeated?: boolean | undefined;
  /** Newest first by default. */
  sort?: SearchSort | undefined;
  /** What part of the work that one search may do this one may; all of it by default. */
  share?: number | undefined;
}

export interface CatalogueAnswer {
  /** Newest first, or those that rank highest. */
  episodes: Episode[];
  /** How many episodes match, copies counted once, up to the query's `totalLimit`. */
  total: number;
  /**
   * How many more there are with what feeds say in all of their episodes; left out where there are none,
   * where those are in the answer already, and where more match than are counted.
   */
  repeatedMore?: number;
  /**
   * The newest matches, up to `totalLimit`, were ranked; missing where nothing asked for that, and where it
   * would cost too much.
   */
  isRanked?: true;
}

export interface CatalogueContents {
  episodes: number;
  /** Feeds with at least one episode. */
  podcasts: number;
  /** Episodes of which it is known what is said in them. */
  spoken: number;
  /** When the last refresh ended, epoch milliseconds; null before the first. */
  refreshedAtMs: number | null;
  /** When the feed that waits longest was, or will be, due, epoch milliseconds; null where none is listed. */
  nextFetchAtMs: number | null;
}

/** The store of episodes and feeds as searches see it, whatever its engine. Opened by `openCatalogue`. */
export interface Catalogue {
  /**
   * Resolves when there is something to read; to be awaited before each piece of work, for it keeps a copy
   * up to date. Rejects with an `AppError` ('upstream-unavailable') while there is none to be had.
   */
  ready(): Promise<void>;
  /**
   * The newest episodes that mention one of the keywords in title, podcast, publisher, description, names
   * of people, titles of chapters or transcript, as a phrase of whole words, whatever the case and the
   * accents. Descriptions are excerpts around the first match with the contract's highlight markers; the
   * first matches in the transcript are quoted. Copies in several feeds (`duplicate-keys.ts`) are one
   * episode: the matching copy that was seen first is shown and names the other shows. Rejects with an
   * `AppError`: 'upstream-timeout' for a query that would read, or has read, too much;
   * 'upstream-unavailable' while a server cannot be reached; 'internal' when the catalogue cannot be read.
   * @param signal Ends the query where it is, if the engine can, with 'upstream-timeout'.
   */
  query(query: CatalogueQuery, signal?: AbortSignal): Promise<CatalogueAnswer>;
  contents(): Promise<CatalogueContents>;
  /** The podcasts that have transcripts, those with the most first. Fails as `query` does. */
  spokenShows(limit: number): Promise<SpokenShow[]>;
  /**
   * When what can be read here was last known to be the newest there is, epoch milliseconds; null
   * where it is read in its own place and so always is.
   */
  checkedAtMs(): number | null;
  close(): Promise<void>;
}

/** As alerts and other catalogues read it. Opened by `openCatalogueReader`. */
export interface CatalogueReader extends Catalogue {
  /**
   * The episodes stored at `sinceMs` or later and published at `publishedSinceMs` or later (to the
   * second), newest first; both epoch milliseconds. Read page by page, so that a catalogue built
   * anew fits into memory: an episode whose date a refresh moves meanwhile may be missed or come
   * twice. Fails as `query` does.
   */
  newEpisodes(sinceMs: number, publishedSinceMs: number): NewEpisodes;
  feedUrls(): Promise<string[]>;
  /** How the feeds stand that are asked when they are due. */
  feedQueue(now: number): Promise<FeedQueue>;
  /** All that is known of a feed; null of an unknown one. Fails as `query` does. */
  exportFeed(url: string): Promise<StoredFeed | null>;
}

/** A catalogue that can be written to; see `updateCatalogue`. */
export interface WritableCatalogue extends CatalogueReader {
  /** What is remembered of a feed; of an unknown one, that it is due. */
  feedRecord(url: string): Promise<FeedRecord>;
  /** Remembers how a fetch ended; the feed's claim ends with it. */
  recordFetch(url: string, record: FetchRecord): Promise<void>;
  /** Makes feeds known, to be claimed by name; whoever holds them lets go of them. */
  nameFeeds(feeds: readonly NamedFeed[]): Promise<void>;
  /**
   * Makes these the feeds that are asked when they are due; a new one is due now.
   * @param awake Makes all of them due now.
   */
  listFeeds(feeds: readonly NamedFeed[], now: number, awake?: boolean): Promise<void>;
  /**
   * Claims feeds to be asked at once: the one due for longest first, no more of a host than its share, none
   * that somebody else has claimed. A worker that dies holds its feeds for five minutes.
   */
  claimFeeds(claim: FeedClaim): Promise<ClaimedFeed[]>;
  /** Gives claimed feeds back that were not asked. */
  releaseFeeds(urls: readonly string[]): Promise<void>;
  /**
   * Stores what a feed was read to hold, as one transaction: all of it or, whatever happens, nothing.
   * An item seen before is updated, not doubled; nothing is written for one that did not change.
   */
  storeFeed(
    url: string,
    reading: Extract<FeedReading, { kind: 'read' }>,
    now: number,
  ): Promise<StoreOutcome>;
  /**
   * Makes a feed what another catalogue knows of it, as one transaction. Answers how many episodes
   * that wrote: none where they are the same already.
   */
  importFeed(feed: StoredFeed): Promise<number>;
  /**
   * Transcripts that wait to be read at `now`: that of the newest episode of each feed, then of the second
   * newest, and so on; so a feed with thousands that cannot be read holds up no other one.
   */
  awaitedTranscripts(
    now: number,
    options: {
      /** Also those that are not due yet, and those given up. */
      everyOne: boolean;
      limit: number;
    },
  ): Promise<AwaitedAttachment[]>;
  /**
   * Remembers how a try to read an episode's transcript ended, with the text if it was read. Does nothing
   * if the episode is gone, or no longer has a transcript.
   */
  recordTranscript(
    episodeId: number,
    record: AttachmentRecord,
    spoken: SpokenText | null,
  ): Promise<void>;
  /** Files of chapters that wait to be read, as {@link awaitedTranscripts}. */
  awaitedChapters: WritableCatalogue['awaitedTranscripts'];
  /**
   * Remembers how a try to read an episode's file of chapters ended. The chapters become the episode's,
   * unless it has others. Does nothing if the episode is gone, or no longer has such a file.
   */
  recordChapters(
    episodeId: number,
    record: AttachmentRecord,
    chapters: readonly Chapter[] | null,
  ): Promise<void>;
  /** Removes what is older than the catalogue keeps; answers how many episodes that were. */
  prune(now: number): Promise<number>;
  /** Remembers when a refresh ended, and tidies up what its writes left untidy. */
  finishRefresh(finishedAtMs: number): Promise<void>;
  /** Reads the catalogue through where the engine leaves that to us; rejects if a part is broken. */
  check(): Promise<void>;
  /** Whether an error says that the catalogue is broken, so that it must be begun anew. */
  isDamaged(error: unknown): boolean;
  /**
   * For the refresher alone, after `isDamaged`: puts the damaged catalogue aside and begins an empty one,
   * which the next refresh fills.
   */
  startAnew(): void;
}
