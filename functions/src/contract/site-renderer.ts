import type { SearchRequest, SearchResponse } from './episodes/search.ts';

/** What is to be done for the page of an address. */
export interface PagePlan {
  /** The address without what makes no difference: equal for all addresses of this very page. */
  key: string;
  /** What the page shows the episodes of; null where it shows none. */
  search: SearchRequest | null;
  /**
   * True for a page of the site's own list; false for one that anybody can make up, of which there is
   * no end: a search, a trend that is not listed.
   */
  listed: boolean;
  /** What is wrong with what the address asks for: one of a few sentences. Nothing is searched for then. */
  problem?: string;
}

/**
 * Why a page of a visitor's words is left to the browser: they asked too often, the episodes cannot be had
 * now, the search answers browsers alone, or what is wrong with what they ask for.
 */
export type PageNotice = 'refused' | 'degraded' | 'unsearched' | { problem: string };

/** What a search brought for a page while it was rendered. */
export interface PageResults extends SearchResponse {
  /** When it was asked, epoch milliseconds. */
  foundAtMs: number;
}

/**
 * The site as a program, made by its build together with the files that its pages load
 * (`web/src/prerender/entry.ts`), run by the function `pages`.
 */
export interface SiteRenderer {
  /**
   * What the page of a path and a query string (`?q=…`) takes; null where none is rendered there.
   * @param now Epoch milliseconds.
   */
  plan(path: string, query: string, now: number): PagePlan | null;
  /**
   * The HTML document of a planned page. Without results it leaves the search to the browser. Rejects
   * when a part of the page breaks.
   */
  render(key: string, results: PageResults | null): Promise<string>;
  /** An empty document, in which the browser makes the page; without JavaScript it says why there is none. */
  shell(notice: PageNotice): string;
}

/** What of the functions' settings changes the pages. */
export interface RendererSettings {
  /** Whether the site has feeds, which pages link in their heads; yes by default. */
  hasFeeds?: boolean;
}

/** What the site's program is loaded by: its export `createRenderer`, given the text of `template.html`. */
export type CreateRenderer = (template: string, settings?: RendererSettings) => SiteRenderer;
