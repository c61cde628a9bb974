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

/** Counts of what is public in the catalogue, and the times of its refreshes. */
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
 * The catalogue of a process that serves searches, on either engine. It has no `read` and no `write`, whose
 * work could cost more than a search. Opened by `openCatalogue`.
 */
export interface Catalogue {
  /** To be awaited before each use: updates a local copy. Rejects with 'upstream-unavailable'. */
  ready(): Promise<void>;
  /**
   * Matching episodes, with excerpts and quotations. Of duplicates, the first-seen match is shown
   * and names the other shows. Rejects with 'upstream-timeout' (too slow),
   * 'upstream-unavailable' (server unreachable) or 'internal' (unreadable catalogue).
   * @param signal Aborts the query with 'upstream-timeout', if the engine can.
   */
  query(query: CatalogueQuery, signal?: AbortSignal): Promise<CatalogueAnswer>;
  /**
   * Titles, shows, publishers and notes of up to `limit` of the newest matches in these texts,
   * for help with spelling. In any order, with duplicates, without followers-only shows. Rejects as
   * `query`.
   */
  textsWith(
    query: Pick<CatalogueQuery, 'keywords' | 'limit'>,
    signal?: AbortSignal,
  ): Promise<string[][]>;
  contents(): Promise<CatalogueContents>;
  /** Public podcasts with transcripts; those with the most transcripts first. Rejects as `query`. */
  spokenShows(limit: number): Promise<SpokenShow[]>;
  /**
   * A few sentences around a second of an episode; null without a transcript that has times.
   * Rejects as `query`.
   */
  speech(lookup: SpeechLookup): Promise<Sentence[] | null>;
  /** Null if there is no such episode. Rejects as `query`. */
  episode(lookup: EpisodeLookup): Promise<Episode | null>;
  /** A public show and its newest episodes; `show` is null if there is none with this id. Rejects as `query`. */
  show(lookup: ShowLookup): Promise<ShowAnswer>;
  /** Public shows with recent episodes; those with most followers first. Rejects as `query`. */
  publicShows(limit: number): Promise<PublicShow[]>;
  /** Mentions of the site's topics, as the last refresh counted them. Rejects as `query`. */
  topicCounts(): Promise<TopicCounts>;
  /** When a copy was last compared with its original, epoch milliseconds; null without a copy. */
  checkedAtMs(): number | null;
  close(): Promise<void>;
}

/** The catalogue with any work that only reads. Opened by `openCatalogueReader`. */
export interface CatalogueReader extends Catalogue, WorkReader {}

/** The catalogue as a refresh writes it. Opened by `updateCatalogue`. */
export interface WritableCatalogue extends CatalogueReader, WorkWriter {
  /** Deletes episodes older than the retention period; returns their number. */
  prune(now: number): Promise<number>;
  /** Stores the end of a refresh, and optimizes the database. */
  finishRefresh(finishedAtMs: number): Promise<void>;
  /** Verifies the catalogue's integrity, unless the engine does so itself; rejects if it is corrupt. */
  check(): Promise<void>;
  /** True if the error means that the catalogue is corrupt. */
  isDamaged(error: unknown): boolean;
  /** For the refresher, after `isDamaged`: sets the catalogue aside and creates an empty one. */
  startAnew(): void;
}
