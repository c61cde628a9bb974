import type {
  EpisodeLookup,
  ShowLookup,
  SpeechLookup,
} from '../../catalogue/answers/catalogue-query.ts';
import type { PublicShow } from '../../catalogue/answers/show-page.ts';
import type { SearchRequest, SearchResponse, TopicCounts } from '../../contract/index.ts';

export interface SearchProvider<Answer = SearchResponse> {
  readonly name: string;
  /** False if answers must not be cached. */
  readonly cacheable: boolean;
  /** Maximum number of concurrent searches; others wait in the fair queue. Null for no limit. */
  readonly atOnce: number | null;
  /** To be awaited before `search`, which then takes the time of the search alone. Throws as `search` does. */
  ready?(): Promise<unknown>;
  /**
   * Answers with the newest episodes first, or in the order of the response's `sort`. Throws `AppError`;
   * stops early on abort.
   * @param followed Ids of the shows that the person follows, for providers that know shows.
   */
  search(
    request: SearchRequest,
    signal: AbortSignal,
    followed?: readonly string[],
  ): Promise<Answer>;
  /** The transcript around a time; absent if the provider has no transcripts. Throws as `search` does. */
  speech?(lookup: SpeechLookup, signal: AbortSignal): Promise<Answer>;
  /** One episode or none; absent if the provider cannot look up an episode. Throws as `search` does. */
  episode?(lookup: EpisodeLookup, signal: AbortSignal): Promise<Answer>;
  /** A show's newest episodes; absent if the provider knows no shows. Throws as `search` does. */
  show?(lookup: ShowLookup, signal: AbortSignal): Promise<Answer>;
  /** Public shows with recent episodes; absent if the provider knows no shows. Throws as `search` does. */
  publicShows?(limit: number): Promise<PublicShow[]>;
  /** Mentions of the site's topics; absent if nothing counts them. Throws as `search` does. */
  topicCounts?(): Promise<TopicCounts>;
}
