import {
  type PagePlan,
  readKeywords,
  RESULTS_PER_PAGE,
  type SearchRequest,
} from 'functions/contract';
import { kindOf } from '#content/page-kinds.ts';
import { type EpisodeAddress, episodeAt, secondIn } from '#content/episode-pages.ts';
import { showIdAt } from '#content/show-pages.ts';
import { type SitePage, sitePageAt, trendPage } from '#content/site-pages.ts';
import { SHOWN_EXAMPLES } from '#features/search/example-search.ts';
import { PERIOD_START } from '#features/search/search-window.ts';
import {
  choiceParameters,
  pageAddress,
  readSearchAddress,
  type SearchAddress,
} from '#shared/search/search-address.ts';
import { MAX_PAGES } from '#shared/search/result-pages.ts';

/** Number of result pages per topic that are cached. */
const LISTED_PAGES = 5;

/** Path and cache key for trend addresses that contain no word. */
const NO_TREND = '/trends';
const UNLISTED_TREND = /^\/trends\/([^/]+)$/;

export function planPage(path: string, query: string, now: number): PagePlan | null {
  const address = readSearchAddress(query);
  const number = Math.min(address.page, MAX_PAGES);
  const page = sitePageAt(path);
  if (page?.path === '/') return planHome(address, number, now);
  if (page && (path === page.path || path === page.bareAlias)) {
    const { episodes } = kindOf(page);
    if (episodes === null) return null;
    if (!episodes.paged) return { key: path, search: searchFor(page, 1, episodes), listed: true };
    // Listed pages are few and cached, so they do not count as a search of the visitor. Further pages are rare, and
    // count as a search.
    const listed = number <= LISTED_PAGES;
    return { key: pageAddress(path, number), search: searchFor(page, number), listed };
  }
  const show = showIdAt(path);
  if (show !== null) return planShow(path, show, number);
  const episode = episodeAt(path);
  if (episode !== null) return planEpisode(path, episode, secondIn(query));
  const trend = path === NO_TREND ? null : trendAt(path);
  if (trend === undefined) return null;
  if (trend === null) return { key: NO_TREND, search: null, listed: true };
  return { key: pageAddress(path, number), search: searchFor(trend, number), listed: false };
}

function planShow(path: string, id: string, number: number): PagePlan {
  const { skip } = partOf(number);
  const show = { id, ...(skip !== undefined && { skip }) };
  return { key: pageAddress(path, number), search: null, show, listed: false };
}

function planEpisode(
  path: string,
  { show, id }: EpisodeAddress,
  atS: number | undefined,
): PagePlan {
  const episode = { show, id, ...(atS !== undefined && { atS }) };
  const key = atS === undefined ? path : `${path}?t=${atS}`;
  return { key, search: null, episode, listed: false };
}

function planHome({ query, ...choice }: SearchAddress, number: number, now: number): PagePlan {
  if (query === null) {
    const search: SearchRequest = { keywords: [...SHOWN_EXAMPLES], language: 'English' };
    return { key: '/', search, topics: true, listed: true };
  }
  const parameters = new URLSearchParams({
    q: query,
    ...choiceParameters(choice),
    ...(number > 1 && { page: `${number}` }),
  });
  const key = `/?${parameters.toString()}`;
  const read = readKeywords(query);
  if (!read.ok) return { key, search: null, listed: false, problem: read.problem };
  const { keywords } = read;
  const { spoken, sort, about, period } = choice;
  const search: SearchRequest = {
    keywords,
    language: 'English',
    trend: 'beside',
    startDate: PERIOD_START[period](now),
    ...partOf(number),
    ...(!spoken && { spoken }),
    ...(sort !== 'newest' && { sort }),
    ...(about && { strength: 'about' as const }),
  };
  return { key, search, topics: true, listed: false };
}

function searchFor(
  { keywords = [] }: SitePage,
  number: number,
  { carried = RESULTS_PER_PAGE }: { carried?: number } = {},
): SearchRequest | null {
  if (keywords.length === 0) return null;
  const part = partOf(number, carried);
  return { keywords: [...keywords], language: 'English', trend: 'beside', ...part };
}

function partOf(number: number, limit = RESULTS_PER_PAGE): Pick<SearchRequest, 'skip' | 'limit'> {
  const skip = (number - 1) * RESULTS_PER_PAGE;
  return { limit, ...(skip > 0 && { skip }) };
}

/** Returns null if the slug contains no word, and undefined if the path is not a trend's. */
function trendAt(path: string): SitePage | null | undefined {
  const [, slug] = UNLISTED_TREND.exec(path) ?? [];
  if (slug === undefined) return undefined;
  try {
    return trendPage({ slug: decodeURIComponent(slug) });
  } catch {
    return undefined; // malformed percent-encoding
  }
}
