import type { SearchRequest, SearchResponse } from './episodes/search.ts';
import type { ShowFacts, ShowRequest } from './episodes/show-page.ts';
import type { TopicCounts } from './episodes/topic-counts.ts';

export interface PagePlan {
  /** Equal for all addresses of the same page. */
  key: string;
  /** Null for a page without episodes. */
  search: SearchRequest | null;
  /** The show whose episodes the page has instead of a search's. The page is missing if the show is. */
  show?: ShowRequest['show'];
  /** True if the page shows how often topics are mentioned. */
  topics?: true;
  /** False for searches and unlisted trends, whose number is unlimited. */
  listed: boolean;
  /** Message for a refused search, which is not run. */
  problem?: string;
}

/**
 * Why the browser must search. `refused`: rate limit. `degraded`: failed search. `unsearched`: only browsers
 * may search.
 */
export type PageNotice = 'refused' | 'degraded' | 'unsearched' | { problem: string };

export interface PageResults extends SearchResponse {
  /** Only on the page of a show; null if it is missing. */
  show?: ShowFacts | null;
  /** Only on pages whose plan has `topics`. */
  topics?: TopicCounts;
  foundAtMs: number;
}

/** The prerenderer `web/src/prerender/entry.ts`, run by the function `pages`. */
export interface SiteRenderer {
  /** Null if no page is rendered at this address; `query` includes its question mark. */
  plan(path: string, query: string, now: number): PagePlan | null;
  /** With null results, the browser searches. Rejects if rendering fails. */
  render(key: string, results: PageResults | null): Promise<string>;
  /** An empty page for the browser to fill; without JavaScript the notice is shown. */
  shell(notice: PageNotice): string;
}

/** `createRenderer` of the prerenderer; `template` is the content of `template.html`. */
export type CreateRenderer = (template: string) => SiteRenderer;
