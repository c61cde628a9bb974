import type { SearchRequest, SearchResponse } from '../../contract/index.ts';
import type { PublicPage } from '../../platform/public-pages.ts';
import type { Asker, SearchOutcome } from '../../search/search-episodes.ts';

export type TopicPage = PublicPage & { keywords: string[] };

export function isTopicPage(page: PublicPage): page is TopicPage {
  return page.keywords !== undefined;
}

export interface FeedSearch {
  search: (
    request: SearchRequest,
    asker: Asker,
  ) => Promise<Pick<SearchOutcome, 'response' | 'source'>>;
}

export async function newestEpisodes(
  { search }: FeedSearch,
  keywords: string[],
  asker: Asker,
  spoken = true,
): Promise<SearchResponse & { from: string }> {
  const request: SearchRequest = { keywords, language: 'English', ...(!spoken && { spoken }) };
  const { response, source } = await search(request, asker);
  return { ...response, from: source };
}
