import * as z from 'zod';
import type { Episode, Sentence, ShowAnswer, SpokenShow, TopicCounts } from '../contract/index.ts';
import type {
  CatalogueAnswer,
  CatalogueQuery,
  EpisodeLookup,
  EpisodePage,
  EpisodePageLookup,
  ShowLookup,
  SpeechLookup,
} from './answers/catalogue-query.ts';
import type { PublicShow } from './answers/show-page.ts';
import type { WorkReader, WorkWriter } from './schema/work.ts';

/** Counts exclude followers-only shows. */
export const catalogueContents = z.object({
  episodes: z.number(),
  podcasts: z.number(),
  spoken: z.number(),
  /** End of the last refresh, epoch milliseconds; null before the first refresh. */
  refreshedAtMs: z.number().nullable(),
  /** When the next feed is due, epoch ms; in the past if feeds are late. Null without scheduled feeds. */
  nextFetchAtMs: z.number().nullable(),
});

export type CatalogueContents = z.infer<typeof catalogueContents>;

export const spokenShow = z.object({
  podcast: z.string(),
  episodes: z.number(),
  spoken: z.number(),
}) satisfies z.ZodType<SpokenShow>;

/**
 * The catalogue for a process that serves searches; see `openCatalogue`. It lacks `read` and `write`, whose cost is
 * unbounded. All methods that read reject like `query`.
 */
export interface Catalogue {
  /** Updates the local copy, if there is one. Await it before each use. Rejects with 'upstream-unavailable'. */
  ready(): Promise<void>;
  /**
   * Finds episodes, with excerpts and quotations. Of duplicates, only the first-seen match is a result; it names the
   * other shows. Rejects with 'upstream-timeout' (too slow), 'upstream-unavailable' (server unreachable) or
   * 'internal' (unreadable catalogue).
   * @param signal Ends the query early, which then rejects with 'upstream-timeout'.
   */
  query(query: CatalogueQuery, signal?: AbortSignal): Promise<CatalogueAnswer>;
  /**
   * Returns title, show, publisher and notes of the newest matches, at most `limit`, for spelling suggestions.
   * Includes duplicates, excludes followers-only shows, and has no order.
   */
  textsWith(
    query: Pick<CatalogueQuery, 'keywords' | 'limit'>,
    signal?: AbortSignal,
  ): Promise<string[][]>;
  contents(): Promise<CatalogueContents>;
  /** Lists public podcasts with transcripts, the most transcripts first. */
  spokenShows(limit: number): Promise<SpokenShow[]>;
  /** Returns a few sentences around a moment of an episode; null without a timed transcript. */
  speech(lookup: SpeechLookup): Promise<Sentence[] | null>;
  episode(lookup: EpisodeLookup): Promise<Episode | null>;
  /** Returns a public show and its newest episodes; `show` is null if the id is unknown. */
  show(lookup: ShowLookup): Promise<ShowAnswer>;
  /** Returns what the page of an episode of a public show has; `about` is null if there is none. */
  episodePage(lookup: EpisodePageLookup): Promise<EpisodePage>;
  /** Lists public shows with recent episodes, the most followers first. */
  publicShows(limit: number): Promise<PublicShow[]>;
  /** Returns the mentions of the site's topics that a refresh counted. */
  topicCounts(): Promise<TopicCounts>;
  /** When the local copy was last compared with the object in the bucket, epoch milliseconds; null without a copy. */
  checkedAtMs(): number | null;
  close(): Promise<void>;
}

export interface CatalogueReader extends Catalogue, WorkReader {}

export interface WritableCatalogue extends CatalogueReader, WorkWriter {
  /** Deletes episodes that are too old; returns their number. */
  prune(now: number): Promise<number>;
  /** Stores when the refresh ended, and optimizes the database. */
  finishRefresh(finishedAtMs: number): Promise<void>;
  /** Rejects if the catalogue is corrupt. PostgreSQL is not checked. */
  check(): Promise<void>;
  isDamaged(error: unknown): boolean;
  /** Moves a corrupt catalogue aside; the next use creates an empty one. Throws on PostgreSQL. */
  startAnew(): void;
}
