import * as z from 'zod';
import { readSearchAnswer, type SearchRequest, type SearchResponse } from '../../contract/index.ts';
import type { Asker } from '../../search/search-episodes.ts';
import type { SearchService } from '../../search/search-service.ts';

const publicPageSchema = z.object({
  /** Canonical: `/company/openai`. */
  path: z.string(),
  /** A short alias: `/openai`. */
  bareAlias: z.string().optional(),
  title: z.string(),
  description: z.string(),
  keywords: z.array(z.string()).optional(),
});

/** Written by `functions/build/public-pages.js`. */
export type PublicPage = z.infer<typeof publicPageSchema>;

export type TopicPage = PublicPage & { keywords: string[] };

export function readPublicPages(json: string): PublicPage[] {
  return z.array(publicPageSchema).parse(JSON.parse(json));
}

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
