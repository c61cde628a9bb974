import type {
  Episode,
  EpisodeAnswer,
  SearchSort,
  SpeechRequest,
  Trend,
} from '../../contract/index.ts';
import type { Topic } from '../../platform/public-pages.ts';
import type { Follower } from './visibility.ts';

export interface TrendQuery {
  /** Any time on the last day of the trend, epoch milliseconds. */
  atMs: number;
  /** Max mentions that are counted, the newest first. */
  most: number;
}

export interface CatalogueQuery {
  /** In query syntax. An episode matches if any of the keywords matches. */
  keywords: readonly string[];
  /** Earliest publication time, epoch milliseconds; the search rounds it down to a second. */
  startDateMs?: number | undefined;
  skip?: number | undefined;
  limit: number;
  totalLimit: number;
  /** False to exclude transcripts from the search. Default: true. */
  spoken?: boolean | undefined;
  /** False leaves out episodes of which only a name matches (`alertPlan`). Default: true. */
  nameOnly?: boolean | undefined;
  sort?: SearchSort | undefined;
  /** Keeps only strong matches, among the newest `totalLimit` matches. Default: keeps all matches. */
  strength?: 'about' | undefined;
  trend?: TrendQuery | undefined;
  /** Shows that the user follows; their episodes match even if the show is followers-only. */
  followed?: Follower | undefined;
}

export interface SpeechLookup extends Readonly<SpeechRequest['around']> {
  followed?: Follower | undefined;
}

export interface EpisodeLookup {
  id: string;
  pub_date_ms: number;
  /** In query syntax. Their matches in the episode are highlighted and quoted. */
  keywords: readonly string[];
  followed?: Follower | undefined;
}

export interface ShowLookup {
  showId: string;
  skip: number;
  limit: number;
}

export interface EpisodePageLookup {
  show: string;
  id: string;
  /** The moment that the page shows, seconds. */
  atS?: number | undefined;
  /** Pages of the site whose mentions the page lists. */
  topics: readonly Topic[];
}

export interface EpisodePage extends EpisodeAnswer {
  /** True if the show is followers-only or blocked. */
  isHidden?: true;
}

export interface CatalogueAnswer {
  episodes: Episode[];
  /** Number of matches, at most the query's `totalLimit`. A group of duplicates counts once. */
  total: number;
  /** Earliest publication time searched, epoch ms. Absent if all were searched or newer matches reached the limit. */
  searchedSinceMs?: number;
  /** Absent if no ranking was requested, or if the ranked search took too long. */
  isRanked?: true;
  /** Absent if no trend was requested, or if counting took too long. */
  trend?: Trend;
}
