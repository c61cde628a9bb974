import type {
  EpisodeLookup,
  EpisodePage,
  EpisodePageLookup,
  ShowLookup,
  SpeechLookup,
} from '../../catalogue/answers/catalogue-query.ts';
import type { PublicShow } from '../../catalogue/answers/show-page.ts';
import type {
  Episode,
  SearchRequest,
  SearchResponse,
  Sentence,
  ShowAnswer,
  TopicCounts,
} from '../../contract/index.ts';

export interface SearchProvider {
  readonly name: string;
  readonly cacheable: boolean;
  /** Max concurrent searches; others wait in the fair queue. Null for no limit. */
  readonly atOnce: number | null;
  /**
   * Resolves when searches can start. Await it before `search`, so that waiting does not count as the client's search
   * time.
   */
  ready?(): Promise<unknown>;
  /**
   * Returns the newest episodes first, unless the response has a `sort`. Throws `AppError`; stops early on abort.
   * @param followed Ids of the shows that the person follows, for providers that know shows.
   */
  search(
    request: SearchRequest,
    signal: AbortSignal,
    followed?: readonly string[],
  ): Promise<SearchResponse>;
  // Optional methods are absent if the provider lacks the data. All throw as `search` does.

  speech?(lookup: SpeechLookup): Promise<Sentence[] | null>;
  episode?(lookup: EpisodeLookup): Promise<Episode | null>;
  episodePage?(lookup: EpisodePageLookup): Promise<EpisodePage>;
  show?(lookup: ShowLookup): Promise<ShowAnswer>;
  publicShows?(limit: number): Promise<PublicShow[]>;
  topicCounts?(): Promise<TopicCounts>;
}
