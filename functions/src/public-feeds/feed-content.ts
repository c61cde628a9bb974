import { describeQuestion, searchQuery } from '../contract/index.ts';
import type { SiteIdentity } from '../platform/mail-config.ts';
import type { FeedHead } from './feed-xml.ts';
import { feedPath, type FeedRequest } from './read-feed-request.ts';

/** A feed that was asked for, as it is made. */
export interface FeedContent {
  head: FeedHead;
  keywords: string[];
  /** Whether what is said is searched as well. */
  spoken: boolean;
  /** Whether the site lists it; any search has a feed, and nobody lists those. */
  listed: boolean;
}

/** What the feed that an address asks for says of itself, and searches for. */
export function feedContent(
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
    description: `The latest ${describeQuestion(keywords) ?? 'episodes'}. Newest first.`,
    pageUrl: `${url}/?q=${query}`,
    feedUrl: `${url}/search.xml?q=${query}`,
  };
  return { head, keywords, spoken, listed: false };
}
