import * as z from 'zod';

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
