import type { EpisodeLookup, SpeechLookup } from '../../catalogue/answers/catalogue-query.ts';
import type { SearchRequest, SearchResponse } from '../../contract/index.ts';

export interface SearchProvider<Answer = SearchResponse> {
  readonly name: string;
  /** False if answers must not be cached. */
  readonly cacheable: boolean;
  /** Concurrent searches in the fair queue; null for no limit. */
  readonly atOnce: number | null;
  /**
   * Newest first, or as the response's `sort`. Throws `AppError`; stops early on abort.
   * @param followed Ids of the shows that the person follows, if the provider knows of any.
   */
  search(
    request: SearchRequest,
    signal: AbortSignal,
    followed?: readonly string[],
  ): Promise<Answer>;
  /** The transcript around a second; absent without transcripts. Throws as `search`. */
  speech?(lookup: SpeechLookup, signal: AbortSignal): Promise<Answer>;
  /** One episode or none; absent if the provider finds none by its address. Throws as `search`. */
  episode?(lookup: EpisodeLookup, signal: AbortSignal): Promise<Answer>;
}
