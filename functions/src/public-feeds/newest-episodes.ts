import { readSearchAnswer, type SearchResponse } from '../contract/index.ts';
import type { SearchService } from '../search/search-service.ts';

/** What a search finds now, newest first, and where the answer came from. Fails as the search does. */
export async function newestEpisodes(
  { search }: Pick<SearchService, 'search'>,
  keywords: string[],
  spoken = true,
): Promise<SearchResponse & { from: string }> {
  const { response, source } = await search({
    keywords,
    language: 'English',
    ...(!spoken && { spoken }),
  });
  const answer = readSearchAnswer(JSON.parse(new TextDecoder().decode(response.json)));
  return { ...answer, from: source };
}
