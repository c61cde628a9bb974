import type { Episode, SearchSort, SpeechRequest, Trend } from '../../contract/index.ts';
import type { Follower } from './heard-by.ts';

export interface TrendQuery {
  /** In the last day of the trend, epoch milliseconds. */
  atMs: number;
  /** The newest mentions that are counted. */
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
  /** Search boilerplate; default false. */
  repeated?: boolean | undefined;
  /** Newest first by default. */
  sort?: SearchSort | undefined;
  /** Only episodes that are about what matched, of the newest `totalLimit` matches; all by default. */
  strength?: 'about' | undefined;
  /** Count mentions a day; not at all by default. */
  trend?: TrendQuery | undefined;
  /** Leave out shows on probation; default false: they are marked, and below the others of their day. */
  reviewed?: boolean | undefined;
  /** Ids of shows that the person follows: found though others have not reviewed them or must not hear of them. */
  followed?: Follower | undefined;
  /** Fraction of a search's cost limit; with it, a search that costs more is refused, not narrowed. */
  share?: number | undefined;
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
  /** In query syntax: what is marked and quoted. */
  keywords: readonly string[];
  /** As in {@link CatalogueQuery}. */
  followed?: Follower | undefined;
}

export interface CatalogueAnswer {
  episodes: Episode[];
  /** Matches without duplicates, up to the query's `totalLimit`. */
  total: number;
  /** Further matches in boilerplate; absent if 0, if not counted, or if boilerplate is searched. */
  repeatedMore?: number;
  /**
   * Only episodes published since then were searched, epoch milliseconds: more would cost too much.
   * Absent if all were, or if the matches since then fill the answer.
   */
  searchedSinceMs?: number;
  /** True if the newest `totalLimit` matches were ranked; absent if not wanted or too expensive. */
  isRanked?: true;
  /** Absent if not wanted or too expensive. */
  trend?: Trend;
}
