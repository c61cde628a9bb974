import {
  describeQuestion,
  NOTHING_ASKED,
  type SearchResponse,
  usesLanguage,
} from '../contract/index.ts';

/** The answer with a sentence for the question, where that is more than words between commas. */
export function sayQuestion(response: SearchResponse, keywords: readonly string[]): SearchResponse {
  if (!keywords.some(usesLanguage)) return response;
  const asked = describeQuestion(keywords);
  return { ...response, asked: asked === null ? NOTHING_ASKED : `Searching for ${asked}.` };
}
