import { readKeywords } from '../contract/index.ts';
import { AppError } from '../platform/app-error.ts';
import { isTopicPage, type PublicPage, type TopicPage } from './public-page.ts';

/** What the address of a feed asks for. */
export type FeedRequest =
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
export function feedPath({ path }: Pick<PublicPage, 'path'>): string {
  return `${path}.xml`;
}
