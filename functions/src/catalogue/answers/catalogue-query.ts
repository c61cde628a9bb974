import type { Episode, SearchSort, SpeechRequest, Trend } from '../../contract/index.ts';
import type { Follower } from './visibility.ts';

export interface TrendQuery {
  /** A time in the last day of the trend, epoch milliseconds. */
  atMs: number;
  /** Maximum of counted mentions; the newest are counted. */
  most: number;
}

export interface CatalogueQuery {
  /** Keywords in query syntax; an episode that matches one of them is found. */
  keywords: readonly string[];
  /** Oldest publication time, epoch milliseconds, rounded to seconds. */
  startDateMs?: number | undefined;
  /** Episodes to leave out at the beginning; default 0. */
  skip?: number | undefined;
  limit: number;
  totalLimit: number;
  /** Search transcripts; default true. */
  spoken?: boolean | undefined;
  /** Newest first by default. */
  sort?: SearchSort | undefined;
  /** Only episodes that are about what matched, of the newest `totalLimit` matches; all by default. */
  strength?: 'about' | undefined;
  /** Count mentions a day; not at all by default. */
  trend?: TrendQuery | undefined;
  /** Ids of shows that the person follows, which are found even if only their followers find them. */
  followed?: Follower | undefined;
}

export interface SpeechLookup extends Readonly<SpeechRequest['around']> {
  /** As in {@link CatalogueQuery}. */
  followed?: Follower | undefined;
}

/** One episode, as a search finds it. */
export interface EpisodeLookup {
  /** See `itemId`. */
  id: string;
  pub_date_ms: number;
  /** Keywords in query syntax, whose matches are marked and quoted. */
  keywords: readonly string[];
  /** As in {@link CatalogueQuery}. */
  followed?: Follower | undefined;
}

/** The newest episodes of a show that everybody finds. */
export interface ShowLookup {
  /** See `showIdOf`. */
  showId: string;
  /** Episodes to leave out at the beginning. */
  skip: number;
  limit: number;
}

export interface CatalogueAnswer {
  episodes: Episode[];
  /** Matches without duplicates, up to the query's `totalLimit`. */
  total: number;
  /**
   * Oldest publication time that was searched, epoch milliseconds: older episodes would take too long.
   * Absent if all episodes were searched, or if the matches since that time fill the answer.
   */
  searchedSinceMs?: number;
  /** True if the newest `totalLimit` matches were ranked; absent if not wanted or if it took too long. */
  isRanked?: true;
  /** Absent if not wanted or if it took too long. */
  trend?: Trend;
}
