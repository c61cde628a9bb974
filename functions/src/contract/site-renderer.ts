import type { SearchRequest, SearchResponse } from './episodes/search.ts';

export interface PagePlan {
  /** Canonical form: equal for all addresses of the same page. */
  key: string;
  /** The search for the page's episodes; null for a page without any. */
  search: SearchRequest | null;
  /** False for searches and unlisted trends, of which there is no end. */
  listed: boolean;
  /** The sentence for a refused search; nothing is searched for then. */
  problem?: string;
}

/**
 * Reasons to leave a search to the browser: rate limit, failed search, browsers only, or a refused
 * query.
 */
export type PageNotice = 'refused' | 'degraded' | 'unsearched' | { problem: string };

export interface PageResults extends SearchResponse {
  /** Epoch milliseconds. */
  foundAtMs: number;
}

/** The site's prerenderer (`web/src/prerender/entry.ts`), run by the function `pages`. */
export interface SiteRenderer {
  /** Null for an address without a rendered page; `query` includes its question mark. */
  plan(path: string, query: string, now: number): PagePlan | null;
  /** With null results the browser searches. Rejects when a part of the page breaks. */
  render(key: string, results: PageResults | null): Promise<string>;
  /** An empty document for the browser to fill; without JavaScript it shows the notice. */
  shell(notice: PageNotice): string;
}

export interface RendererSettings {
  /** Pages link to feeds; default true. */
  hasFeeds?: boolean;
}

/** The export `createRenderer` of the prerenderer; `template` is the text of `template.html`. */
export type CreateRenderer = (template: string, settings?: RendererSettings) => SiteRenderer;
