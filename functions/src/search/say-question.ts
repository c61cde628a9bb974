import {
  describeQuestion,
  NOTHING_ASKED,
  readQuestion,
  type SearchResponse,
  usesLanguage,
} from '../contract/index.ts';

/**
 * The answer with a sentence for the question, where that is more than words between commas.
 * @param spoken Whether what is said is searched.
 */
export function sayQuestion(
  response: SearchResponse,
  keywords: readonly string[],
  spoken = true,
): SearchResponse {
  if (!keywords.some(usesLanguage)) return response;
  const asked = describeQuestion(keywords);
  if (asked === null) return { ...response, asked: NOTHING_ASKED };
  const missing = !spoken && asksForSpoken(keywords) ? ` ${NOT_SEARCHED}` : '';
  return { ...response, asked: `Searching for ${asked}.${missing}` };
}

const NOT_SEARCHED = 'What is said is not searched here: “spoken:” finds nothing.';

function asksForSpoken(keywords: readonly string[]): boolean {
  const { any, all, not } = readQuestion(keywords);
  return [...any.flat(), ...all, ...not].some(({ field }) => field === 'spoken');
}
