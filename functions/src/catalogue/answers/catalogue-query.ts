import type { Episode, SearchSort, SpeechRequest, Trend } from '../../contract/index.ts';
import type { Follower } from './visibility.ts';

export interface TrendQuery {
  /** Any time in the last day of the trend, epoch milliseconds. */
  atMs: number;
  /** Max mentions counted, newest first. */
  most: number;
}

export interface CatalogueQuery {
  /** In query syntax. An episode matches if it matches any of them. */
  keywords: readonly string[];
  /** Earliest publication time, epoch milliseconds, rounded to seconds. */
  startDateMs?: number | undefined;
  skip?: number | undefined;
  limit: number;
  totalLimit: number;
  /** True (default) to search transcripts. */
  spoken?: boolean | undefined;
  sort?: SearchSort | undefined;
  /** Keeps only strong matches among the newest `totalLimit`. Default: all matches. */
  strength?: 'about' | undefined;
  trend?: TrendQuery | undefined;
  /** Shows that the person follows: their episodes are visible even if followers-only. */
  followed?: Follower | undefined;
}

export interface SpeechLookup extends Readonly<SpeechRequest['around']> {
  followed?: Follower | undefined;
}

export interface EpisodeLookup {
  id: string;
  pub_date_ms: number;
  /** In query syntax. Matches are highlighted and quoted. */
  keywords: readonly string[];
  followed?: Follower | undefined;
}

export interface ShowLookup {
  showId: string;
  skip: number;
  limit: number;
}

export interface CatalogueAnswer {
  episodes: Episode[];
  /** Distinct matches, at most the query's `totalLimit`. */
  total: number;
  /** Earliest publication time searched, epoch ms. Absent if all were searched, or if newer matches fill the answer. */
  searchedSinceMs?: number;
  /** Absent if no ranking was requested or if it took too long. */
  isRanked?: true;
  /** Absent if no trend was requested or if it took too long. */
  trend?: Trend;
}
