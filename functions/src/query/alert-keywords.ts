import { parseQuery } from './parse-query.ts';
import { formatQuery } from './format-query.ts';

/**
 * The keywords of the alerts that together tell what a search for these keywords finds: one for each
 * alternative, and what bears on all of them with every one. Keywords that are words alone stay as they
 * are; none is left of a search that can find nothing.
 */
export function alertKeywords(keywords: readonly string[]): string[] {
  const query = parseQuery(keywords);
  const { all, not, filters } = query;
  if (all.length + not.length + filters.length === 0) return [...keywords];
  const alternatives = keywords.flatMap((keyword) => {
    const { any } = parseQuery([keyword]);
    return any.length === 0 ? [] : [formatQuery({ ...query, any })];
  });
  if (alternatives.length > 0) return alternatives;
  return all.length + filters.length > 0 ? [formatQuery(query)] : [];
}
