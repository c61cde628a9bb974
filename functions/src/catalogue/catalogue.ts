import type { Episode, Sentence, SpokenShow } from '../contract/index.ts';
import type { Chapter, FeedReading } from '../feeds/feed-model.ts';
import type {
  CatalogueAnswer,
  CatalogueQuery,
  EpisodePlace,
  SpeechPlace,
} from './answers/catalogue-query.ts';
import type { Beginning } from './changes/beginning.ts';
import type { ClaimedFeed, FeedClaim, FeedQueue, NamedFeed } from './queue/feed-queue.ts';
import type { FeedRecord, FetchRecord } from './queue/feeds.ts';
import type { DirectoryId, KnownShow } from './answers/known-shows.ts';
import type { FailingFeed, FollowedFeed, UntoldShow } from './queue/followed-feeds.ts';
import type { Follower } from './answers/heard-by.ts';
import type { Announcer, AnnouncerReport, AnnouncerState, WakeUp } from './queue/wake-ups.ts';
import type { StoredFeed } from './store/copy-feed.ts';
import type { CandidateBatch } from './queue/candidates.ts';
import type { GateCounts } from './gate/gate-store.ts';
import type { ChangedEpisode, NewEpisode } from './changes/new-episode.ts';
import type { HeldShow } from './gate/review.ts';
import type { StoreOutcome } from './items/plan-store.ts';
import type { SpokenText } from '../transcripts/spoken-text.ts';
import type { AwaitedAttachment, AttachmentRecord } from './attachments/attachment-record.ts';

export interface CatalogueContents {
  episodes: number;
  podcasts: number;
  spoken: number;
  /** End of the last refresh, epoch milliseconds; null before the first. */
  refreshedAtMs: number | null;
  /** Due time of the next feed, epoch ms; may lie in the past. Null without listed feeds. */
  nextFetchAtMs: number | null;
}

/** The catalogue as searches read it, with either engine. Opened by `openCatalogue`. */
export interface Catalogue {
  /** To be awaited before each use: updates a local copy. Rejects with 'upstream-unavailable'. */
  ready(): Promise<void>;
  /**
   * Matching episodes, with excerpts and quotations. Of duplicates, the first-seen match is shown
   * and names the other shows. Rejects with 'upstream-timeout' (too expensive or too slow),
   * 'upstream-unavailable' (server unreachable) or 'internal' (unreadable catalogue).
   * @param signal Aborts the query with 'upstream-timeout', if the engine can.
   */
  query(query: CatalogueQuery, signal?: AbortSignal): Promise<CatalogueAnswer>;
  /**
   * Titles, shows, publishers and notes of up to `limit` of the newest episodes that match in them or
   * in boilerplate, for help with spelling: no order, duplicates too, nothing that only followers hear. Rejects as `query`, above a
   * twentieth of a search's cost.
   */
  textsWith(
    query: Pick<CatalogueQuery, 'keywords' | 'limit'>,
    signal?: AbortSignal,
  ): Promise<string[][]>;
  contents(): Promise<CatalogueContents>;
  /** Podcasts with transcripts that everybody hears, those with the most transcripts first. Rejects with the errors of `query`. */
  spokenShows(limit: number): Promise<SpokenShow[]>;
  /**
   * A few sentences around a second of an episode; null without a transcript that has times.
   * Rejects as `query`.
   */
  speech(place: SpeechPlace): Promise<Sentence[] | null>;
  /** Null if there is no such episode. Rejects as `query`. */
  episode(place: EpisodePlace): Promise<Episode | null>;
  /** Last comparison of a copy with its original, epoch milliseconds; null without a copy. */
  checkedAtMs(): number | null;
  close(): Promise<void>;
}

/** Read access for alert runs and catalogue copies. Opened by `openCatalogueReader`. */
export interface CatalogueReader extends Catalogue {
  /** Shows with these addresses of feeds, in any order, without those that the person must not hear of. */
  knownShows(urls: readonly string[], followed?: Follower): Promise<KnownShow[]>;
  /** The show with an id of a directory, if a dump of Podcast Index named it. */
  showsById(id: DirectoryId): Promise<KnownShow[]>;
  /** Shows whose titles have all words of a name, those first that are heard. */
  showsByName(name: string, limit: number, followed?: Follower): Promise<KnownShow[]>;
  /**
   * Episodes of a window (epoch ms) of which something that alerts read was stored at or after
   * `changedSinceMs`, by the catalogue's own clock. Oldest change first, in pages: what changes
   * meanwhile comes again.
   */
  changedEpisodes(
    changedSinceMs: number,
    window: { storedSinceMs: number; publishedSinceMs: number },
  ): AsyncIterable<ChangedEpisode>;
  /** Null before anything is stored. */
  beginning(): Promise<Beginning | null>;
  /** The newest change by the clock of `changedEpisodes`; 0 if nothing is stored. */
  lastChangeMs(): Promise<number>;
  /** In any order; without those that are gone. */
  episodesWithIds(ids: readonly number[]): Promise<NewEpisode[]>;
  feedUrls(): Promise<string[]>;
  /** State of the feeds that are fetched when due. */
  feedQueue(now: number): Promise<FeedQueue>;
  /** State of the announcers that announce changed feeds. */
  announcers(now: number): Promise<AnnouncerReport[]>;
  gateCounts(now: number): Promise<GateCounts>;
  /** Shows on probation and dropped ones, for the operator; at most 500. */
  heldShows(): Promise<HeldShow[]>;
  /** Everything stored of a feed; null if the feed is unknown. Rejects as `query`. */
  exportFeed(url: string): Promise<StoredFeed | null>;
}

export interface WritableCatalogue extends CatalogueReader {
  feedRecord(url: string): Promise<FeedRecord>;
  /** Stores the outcome of a fetch, and ends the feed's claim. */
  recordFetch(url: string, record: FetchRecord): Promise<void>;
  /** Stores feeds that are fetched only when claimed by URL, and ends their claims. */
  nameFeeds(feeds: readonly NamedFeed[]): Promise<void>;
  listFeeds(feeds: readonly NamedFeed[], now: number, awake?: boolean): Promise<void>;
  /** Stores who is followed, and lets go of feeds that nobody wants any more. */
  followFeeds(feeds: readonly FollowedFeed[], now: number): Promise<void>;
  /** Has shows with these titles, in lower case, asked as often as can be. */
  awaitShows(titles: readonly string[], now: number): Promise<void>;
  /** The newest change of followers that is stored, epoch milliseconds; null without any. */
  followedUntil(): Promise<number | null>;
  /** Followed feeds that failed five times in a row, or are not asked any more. */
  failingFeeds(): Promise<FailingFeed[]>;
  /** Followed shows whose followers have not been told whether others hear them, too; some at a time. */
  untoldShows(): Promise<UntoldShow[]>;
  recordTold(show: UntoldShow): Promise<void>;
  /** Addresses of the shows that only their followers hear. */
  unnamedFeeds(): Promise<string[]>;
  /** Lets others hear shows, too, once they pass the gate; returns how many were for their followers alone. */
  nameInPublic(urls: readonly string[], now: number): Promise<number>;
  /** Drops a feed that forbids directories, unless somebody but people wants it; false if so. */
  dropBlocked(url: string, now: number): Promise<boolean>;
  /** Claims feeds to fetch for five minutes: the most overdue first, within each host's share. */
  claimFeeds(claim: FeedClaim): Promise<ClaimedFeed[]>;
  releaseFeeds(urls: readonly string[]): Promise<void>;
  /** Makes announced feeds due; returns their number. */
  wakeFeeds(wakeUp: WakeUp): Promise<number>;
  recordAnnouncer(announcer: Announcer, state: AnnouncerState, now: number): Promise<void>;
  countBrought(announcer: Announcer, feeds: number, now: number): Promise<void>;
  /** One transaction: known items are updated, unchanged ones cause no write. */
  storeFeed(
    url: string,
    reading: Extract<FeedReading, { kind: 'read' }>,
    now: number,
  ): Promise<StoreOutcome>;
  /** Passes or drops the shows of an address or a publisher for good; returns their number. */
  recordWord(named: string, state: 'passed' | 'dropped', now: number): Promise<number>;
  /** Stores shows of an index on probation; returns how many are new. */
  addCandidates(batch: CandidateBatch): Promise<number>;
  /** Forgets candidates never heard that no loading since `startedAtMs` chose; returns their number. */
  forgetCandidates(startedAtMs: number): Promise<number>;
  /** Judges some shows whose probation has ended; returns their number. */
  settleProbations(now: number): Promise<number>;
  /** Replaces a feed in one transaction; returns the number of episodes written. */
  importFeed(feed: StoredFeed): Promise<number>;
  /** Due transcripts: each feed's newest first, then the second newest, and so on. */
  awaitedTranscripts(
    now: number,
    options: {
      /** Also transcripts that are not due, and those without further attempts. */
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
  awaitedChapters: WritableCatalogue['awaitedTranscripts'];
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
