import type { EpisodeFacts, EpisodeRequest } from './episodes/episode-page.ts';
import type { SearchRequest, SearchResponse } from './episodes/search.ts';
import type { ShowFacts, ShowRequest } from './episodes/show-page.ts';
import type { TopicCounts } from './episodes/topic-counts.ts';

export interface PagePlan {
  /** Cache key: equal for all addresses of the same page. */
  key: string;
  /** Null for a page without episodes. */
  search: SearchRequest | null;
  /** The page lists this show's episodes instead of search results. If the show is missing, so is the page. */
  show?: ShowRequest['show'];
  /** The page is of this episode. If it is missing, so is the page. */
  episode?: EpisodeRequest['episode'];
  topics?: true;
  /** False for searches and unlisted trends, which are unlimited in number. */
  listed: boolean;
  problem?: string;
}

/**
 * Why the browser must search: `refused` by the rate limit, `degraded` after a failed search, `unsearched` if the
 * query exceeds a search's limits.
 */
export type PageNotice = 'refused' | 'degraded' | 'unsearched' | { problem: string };

export interface PageResults extends SearchResponse {
  /** Set on show pages; null if the show is missing. */
  show?: ShowFacts | null;
  /** Set on pages of episodes; null if the episode is missing. */
  about?: EpisodeFacts | null;
  topics?: TopicCounts;
  foundAtMs: number;
}

/** The prerenderer `web/src/prerender/entry.ts`, run by the function `pages`. */
export interface SiteRenderer {
  /** Null if no page is rendered at this address; `query` includes its question mark. */
  plan(path: string, query: string, now: number): PagePlan | null;
  /** If `results` is null, the browser searches. Rejects if rendering fails. */
  render(key: string, results: PageResults | null): Promise<string>;
  /** An empty page for the browser to fill; without JavaScript the notice is shown. */
  shell(notice: PageNotice): string;
}

/** `createRenderer` of the prerenderer; `template` is the content of `template.html`. */
export type CreateRenderer = (template: string) => SiteRenderer;

/** Texts of a picture for networks. */
export interface PictureText {
  kicker: string;
  name: string;
  tagline: string;
  brand: string;
}

/** An SVG of 1200 × 630 pixels, whose texts are paths. Null for texts in letters that the site's font lacks. */
export type DrawPicture = (text: PictureText) => Promise<string | null>;

/** `createPictures` of `web/build/moment-picture.ts`; `fontFolder` has the site's font. */
export type CreatePictures = (fontFolder: string) => DrawPicture;
