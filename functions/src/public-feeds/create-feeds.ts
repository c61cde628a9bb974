import { AppError } from '../platform/app-error.ts';
import type { CachedAnswer } from '../platform/http/reply-cached.ts';
import type { SiteIdentity } from '../platform/mail-config.ts';
import { requireAllowed, type SearchCall } from '../search/limits/search-call.ts';
import type { SearchService } from '../search/search-service.ts';
import { type FeedHead, feedXml } from './feed-xml.ts';
import { isTopicPage, newestEpisodes, type PublicPage, type TopicPage } from './public-page.ts';
import { describeQuery, readKeywords, searchQuery } from '../contract/index.ts';

/** What the address of a feed asks for. */
type FeedRequest =
  | { kind: 'topic'; page: TopicPage }
  | { kind: 'search'; keywords: string[]; spoken: boolean }
  /** The feed has another address, with the same contents. */
  | { kind: 'moved'; path: string };

const SEARCH = '/search.xml';

/**
 * Reads the path and query of a feed's address: `/company/openai.xml`, `/openai.xml`,
 * `/search.xml?q=openai,sam+altman`, with `&in=notes` without what is said. Fails with 'not-found' where no such feed exists, and with
 * 'invalid-request' for a search that the search page would refuse.
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

/** Where the feed of a page is: `/company/openai.xml`. */
function feedPath({ path }: Pick<PublicPage, 'path'>): string {
  return `${path}.xml`;
}

/** A feed that was asked for, as it is made. */
interface FeedContent {
  head: FeedHead;
  keywords: string[];
  /** Whether what is said is searched as well. */
  spoken: boolean;
  /** Whether the site lists it; any search has a feed, and nobody lists those. */
  listed: boolean;
}

/** What the feed that an address asks for says of itself, and searches for. */
function feedContent(
  asked: Exclude<FeedRequest, { kind: 'moved' }>,
  { name, url }: SiteIdentity,
): FeedContent {
  if (asked.kind === 'topic') {
    const { page } = asked;
    const head = {
      title: `${page.title} – ${name}`,
      description: page.description,
      pageUrl: url + page.path,
      feedUrl: url + feedPath(page),
    };
    return { head, keywords: page.keywords, spoken: true, listed: true };
  }
  const { keywords, spoken } = asked;
  const query = searchQuery(keywords) + (spoken ? '' : '&in=notes');
  const head = {
    title: `${keywords.join(', ')} – ${name}`,
    description: `The latest ${describeQuery(keywords) ?? 'episodes'}. Newest first.`,
    pageUrl: `${url}/?q=${query}`,
    feedUrl: `${url}/search.xml?q=${query}`,
  };
  return { head, keywords, spoken, listed: false };
}

/** As many as a page of the site is sent with. */
const EPISODES_A_FEED = 50;

interface FeedsOptions {
  site: SiteIdentity;
  pages: readonly PublicPage[];
  search: Pick<SearchService, 'search' | 'cacheable' | 'hasFeeds'>;
  /** Whether any search has a feed, or only the pages of the site have. */
  anySearch: boolean;
}

/**
 * Makes the feed of an address below the site, with the newest episodes of its page or search. A
 * search counts as the client's, as it does on a page. The pages are few and the answers to their
 * searches kept for a minute, so they count as nobody's: a reader of feeds may follow all of them.
 * Fails as the search does, with 'not-found' and with 'rate-limited'.
 */
export function createFeeds({ site, pages, search, anySearch }: FeedsOptions) {
  return async function feedAt(
    address: string,
    { client, allow }: SearchCall,
  ): Promise<CachedAnswer> {
    if (!search.hasFeeds) throw new AppError('not-found', 'This site has no feeds.');
    const asked = readFeedRequest(address, pages);
    if (asked.kind === 'moved') return { movedTo: asked.path };
    const { head, keywords, spoken, listed } = feedContent(asked, site);
    if (!listed) {
      if (!anySearch) throw new AppError('not-found', 'Searches have no feeds here.');
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
