import { AppError } from '../../platform/app-error.ts';
import type { CachedAnswer } from '../reply-cached.ts';
import type { SiteIdentity } from '../../platform/mail-config.ts';
import { requireAllowed, type SearchCall } from '../../search/limits/search-allowance.ts';
import type { SearchService } from '../../search/search-service.ts';
import { type FeedHead, feedXml } from './feed-xml.ts';
import type { PublicPage } from '../../platform/public-pages.ts';
import { type FeedSearch, isTopicPage, newestEpisodes, type TopicPage } from './public-page.ts';
import { describeQuery, readKeywords, searchQuery } from '../../contract/index.ts';

type FeedRequest =
  | { kind: 'topic'; page: TopicPage }
  | { kind: 'search'; keywords: string[]; spoken: boolean }
  | { kind: 'moved'; path: string };

const SEARCH = '/search.xml';

/**
 * Parses `/company/openai.xml`, `/openai.xml` or `/search.xml?q=openai,sam+altman`; `&in=notes`
 * excludes transcripts. Throws 'not-found' or 'invalid-request'.
 */
export function readFeedRequest(address: string, pages: readonly PublicPage[]): FeedRequest {
  const [, pathname = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(address) ?? [];
  if (pathname === SEARCH) {
    const parameters = new URLSearchParams(query);
    const read = readKeywords(parameters.get('q') ?? '');
    if (!read.ok) throw new AppError('invalid-request', read.problem);
    const spoken = parameters.get('in') !== 'notes';
    return { kind: 'search', keywords: read.keywords, spoken };
  }
  const path = pathname.replace(/\.xml$/, '');
  const page = pages
    .filter(isTopicPage)
    .find(({ path: canonical, bareAlias }) => path === canonical || path === bareAlias);
  if (!page || path === pathname) throw new AppError('not-found', 'There is no such feed.');
  return path === page.path ? { kind: 'topic', page } : { kind: 'moved', path: feedPath(page) };
}

function feedPath({ path }: Pick<PublicPage, 'path'>): string {
  return `${path}.xml`;
}

interface FeedContent {
  head: FeedHead;
  keywords: string[];
  spoken: boolean;
  listed: boolean;
}

function feedContent(
  request: Exclude<FeedRequest, { kind: 'moved' }>,
  site: SiteIdentity,
): FeedContent {
  const { name, url } = site;
  if (request.kind === 'topic') {
    const { page } = request;
    const head = {
      site,
      title: `${page.title} – ${name}`,
      description: page.description,
      pageUrl: url + page.path,
      feedUrl: url + feedPath(page),
    };
    return { head, keywords: page.keywords, spoken: true, listed: true };
  }
  const { keywords, spoken } = request;
  const query = searchQuery(keywords) + (spoken ? '' : '&in=notes');
  const head = {
    site,
    title: `${keywords.join(', ')} – ${name}`,
    description: `The latest ${describeQuery(keywords) ?? 'episodes'}. Newest first.`,
    pageUrl: `${url}/?q=${query}`,
    feedUrl: `${url}/search.xml?q=${query}`,
  };
  return { head, keywords, spoken, listed: false };
}

const EPISODES_A_FEED = 50;

interface FeedsOptions {
  site: SiteIdentity;
  pages: readonly PublicPage[];
  search: FeedSearch & Pick<SearchService, 'cacheable'>;
  /** True if searches have feeds, not only topic pages. */
}

/** Topic feeds do not count against the rate limit: they are few and cached for a minute. */
export function createFeeds({ site, pages, search }: FeedsOptions) {
  return async function feedAt(
    address: string,
    { client, allow }: SearchCall,
  ): Promise<CachedAnswer> {
    const request = readFeedRequest(address, pages);
    if (request.kind === 'moved') return { movedTo: request.path };
    const { head, keywords, spoken, listed } = feedContent(request, site);
    if (!listed) {
      requireAllowed(await allow(keywords));
    }
    const { episodes, total, from } = await newestEpisodes(search, keywords, { client }, spoken);
    return {
      body: feedXml(head, episodes.slice(0, EPISODES_A_FEED)),
      contentType: 'application/rss+xml; charset=utf-8',
      indexed: listed,
      kept: search.cacheable ? 'minutes' : 'seconds',
      log: { listed, source: from, total },
    };
  };
}
