import * as z from 'zod';
import { readSearchAnswer, type SearchRequest, type SearchResponse } from '../contract/index.ts';
import type { Asker } from '../search/search-episodes.ts';
import type { SearchService } from '../search/search-service.ts';

const publicPageSchema = z.object({
  /** The canonical address: `/company/openai`. */
  path: z.string(),
  /** A second address that shows the same page: `/openai`. */
  bareAlias: z.string().optional(),
  title: z.string(),
  description: z.string(),
  /** What the page searches for, where it shows episodes. */
  keywords: z.array(z.string()).optional(),
});

/** A page of the site as its build lists it: `functions/build/public-pages.js` writes the list. */
export type PublicPage = z.infer<typeof publicPageSchema>;

/** A page that shows episodes. */
export type TopicPage = PublicPage & { keywords: string[] };

/** Reads the list of pages; throws where it is damaged. */
export function readPublicPages(json: string): PublicPage[] {
  return z.array(publicPageSchema).parse(JSON.parse(json));
}

export function isTopicPage(page: PublicPage): page is TopicPage {
  return page.keywords !== undefined;
}

/** What a search finds now, newest first, and where the answer came from. Fails as the search does. */
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
