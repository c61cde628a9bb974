import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

/** Written by `functions/build/public-pages.js` next to the bundle. */
const FILE = path.join(import.meta.dirname, 'public-pages.json');

const publicPageSchema = z.object({
  /** The canonical path, such as `/company/openai`. */
  path: z.string(),
  /** A short alias, such as `/openai`. */
  bareAlias: z.string().optional(),
  title: z.string(),
  description: z.string(),
  keywords: z.array(z.string()).optional(),
  /** True if the home page shows mention counts for this page. */
  counted: z.boolean().optional(),
});

export type PublicPage = z.infer<typeof publicPageSchema>;

/** Throws if the functions have not been built. */
export function readPublicPages(): PublicPage[] {
  return z.array(publicPageSchema).parse(JSON.parse(readFileSync(FILE, 'utf8')));
}

/** A page about a person, company or firm, and the keywords that mean it. */
export interface Topic {
  path: string;
  keywords: readonly string[];
}

/** Throws as {@link readPublicPages} does. */
export function countedTopics(): Topic[] {
  return readPublicPages().flatMap(({ path, keywords, counted }) =>
    counted && keywords !== undefined ? [{ path, keywords }] : [],
  );
}
