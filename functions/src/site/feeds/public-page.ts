import { readSearchAnswer, type SearchRequest, type SearchResponse } from '../../contract/index.ts';
import type { PublicPage } from '../../platform/public-pages.ts';
import type { Asker } from '../../search/search-episodes.ts';
import type { SearchService } from '../../search/search-service.ts';

export type TopicPage = PublicPage & { keywords: string[] };

export function isTopicPage(page: PublicPage): page is TopicPage {
  return page.keywords !== undefined;
}

export async function newestEpisodes(
  { search }: Pick<SearchService, 'search'>,
  keywords: string[],
  asker: Asker,
  spoken = true,
): Promise<SearchResponse & { from: string }> {
  const request: SearchRequest = { keywords, language: 'English', ...(!spoken && { spoken }) };
  const { response, source } = await search(request, asker);
  const answer = readSearchAnswer(JSON.parse(new TextDecoder().decode(response.json)));
  return { ...answer, from: source };
}
