import {
  describeQuery,
  EMPTY_QUERY,
  parseQuery,
  type SearchResponse,
  hasQuerySyntax,
} from '../contract/index.ts';
import { fieldOf } from '../query/fields.ts';

/**
 * The answer with a sentence for the query, where that is more than words between commas.
 * @param spoken Whether what is said is searched.
 */
export function explainQuery(
  response: SearchResponse,
  keywords: readonly string[],
  spoken = true,
): SearchResponse {
  if (!keywords.some(hasQuerySyntax)) return response;
  const asked = describeQuery(keywords);
  if (asked === null) return { ...response, asked: EMPTY_QUERY };
  const missing = !spoken && asksForSpoken(keywords) ? ` ${NOT_SEARCHED}` : '';
  return { ...response, asked: `Searching for ${asked}.${missing}` };
}

const NOT_SEARCHED = 'What is said is not searched here: “spoken:” finds nothing.';

function asksForSpoken(keywords: readonly string[]): boolean {
  const { any, all, not } = parseQuery(keywords);
  return [...any.flat(), ...all, ...not].some(({ field }) => fieldOf(field).text === 'said');
}
