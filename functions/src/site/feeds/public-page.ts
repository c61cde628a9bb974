import type { SearchRequest, SearchResponse } from '../../contract/index.ts';
import type { PublicPage } from '../../platform/public-pages.ts';
import type { Caller, SearchOutcome } from '../../search/search-episodes.ts';

export type TopicPage = PublicPage & { keywords: string[] };

export function isTopicPage(page: PublicPage): page is TopicPage {
  return page.keywords !== undefined;
}

export interface FeedSearch {
  search: (
    request: SearchRequest,
    caller: Caller,
  ) => Promise<Pick<SearchOutcome, 'response' | 'source'>>;
}

export async function newestEpisodes(
  { search }: FeedSearch,
  keywords: string[],
  caller: Caller,
  spoken = true,
): Promise<SearchResponse & { from: string }> {
  const request: SearchRequest = { keywords, language: 'English', ...(!spoken && { spoken }) };
  const { response, source } = await search(request, caller);
  return { ...response, from: source };
}
