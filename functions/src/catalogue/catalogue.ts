import * as z from 'zod';
import type { Episode, Sentence, ShowAnswer, SpokenShow, TopicCounts } from '../contract/index.ts';
import type {
  CatalogueAnswer,
  CatalogueQuery,
  EpisodeLookup,
  ShowLookup,
  SpeechLookup,
} from './answers/catalogue-query.ts';
import type { PublicShow } from './answers/show-page.ts';
import type { WorkReader, WorkWriter } from './schema/work.ts';

/** Public contents only, and the times of refreshes. */
export const catalogueContents = z.object({
  episodes: z.number(),
  podcasts: z.number(),
  spoken: z.number(),
  /** End of the last refresh, epoch milliseconds; null before the first. */
  refreshedAtMs: z.number().nullable(),
  /** Due time of the next feed, epoch ms; may lie in the past. Null without listed feeds. */
  nextFetchAtMs: z.number().nullable(),
});

export type CatalogueContents = z.infer<typeof catalogueContents>;

export const spokenShow = z.object({
  podcast: z.string(),
  episodes: z.number(),
  spoken: z.number(),
}) satisfies z.ZodType<SpokenShow>;

/**
 * The catalogue for a process that serves searches. It lacks `read` and `write`, whose cost is unbounded. Opened
 * by `openCatalogue`.
 */
export interface Catalogue {
  /** Await before each use: updates a local copy. Rejects with 'upstream-unavailable'. */
  ready(): Promise<void>;
  /**
   * Matching episodes, with excerpts and quotations. Duplicates become one result: the first-seen match, which
   * names the other shows. Rejects with 'upstream-timeout' (too slow),
   * 'upstream-unavailable' (server unreachable) or 'internal' (unreadable catalogue).
   * @param signal Aborts the query with 'upstream-timeout', if the engine can.
   */
  query(query: CatalogueQuery, signal?: AbortSignal): Promise<CatalogueAnswer>;
  /**
   * Titles, shows, publishers and notes of the newest matches, at most `limit`, for spelling suggestions. In any
   * order, with duplicates, without followers-only shows. Rejects as `query`.
   */
  textsWith(
    query: Pick<CatalogueQuery, 'keywords' | 'limit'>,
    signal?: AbortSignal,
  ): Promise<string[][]>;
  contents(): Promise<CatalogueContents>;
  /** Public podcasts with transcripts, the most transcripts first. Rejects as `query`. */
  spokenShows(limit: number): Promise<SpokenShow[]>;
  /** A few sentences around a moment of an episode; null without a timed transcript. Rejects as `query`. */
  speech(lookup: SpeechLookup): Promise<Sentence[] | null>;
  /** Null if there is no such episode. Rejects as `query`. */
  episode(lookup: EpisodeLookup): Promise<Episode | null>;
  /** A public show and its newest episodes; `show` is null if the id is unknown. Rejects as `query`. */
  show(lookup: ShowLookup): Promise<ShowAnswer>;
  /** Public shows with recent episodes, the most followers first. Rejects as `query`. */
  publicShows(limit: number): Promise<PublicShow[]>;
  /** Mentions of the site's topics, counted by a refresh. Rejects as `query`. */
  topicCounts(): Promise<TopicCounts>;
  /** When the local copy was last compared with its object, epoch milliseconds; null without a copy. */
  checkedAtMs(): number | null;
  close(): Promise<void>;
}

export interface CatalogueReader extends Catalogue, WorkReader {}

export interface WritableCatalogue extends CatalogueReader, WorkWriter {
  /** Returns the number of deleted episodes. */
  prune(now: number): Promise<number>;
  /** Stores the end of a refresh, and optimizes the database. */
  finishRefresh(finishedAtMs: number): Promise<void>;
  /** Rejects if the catalogue is corrupt. No check on PostgreSQL. */
  check(): Promise<void>;
  isDamaged(error: unknown): boolean;
  /** Moves a corrupt catalogue aside; the next use creates an empty one. */
  startAnew(): void;
}
