import type { NewAlert } from '../people/alert.ts';
import { describeQuestion } from './describe-question.ts';

/** What is said of a question that asks for nothing, or says only what to leave out. */
export const NOTHING_ASKED =
  'There is nothing to look for in this. Add a word, a phrase or a show.';

/**
 * What an alert watches, as a plain sentence: "Episodes that mention openai, but not sponsor." Null
 * where its keyword is words alone, which speak for themselves.
 */
export function describeAlert({
  keyword,
  language,
}: Pick<NewAlert, 'keyword'> & { language?: number | undefined }): string | null {
  if (language !== 1) return null;
  const asked = describeQuestion([keyword]);
  return asked === null ? NOTHING_ASKED : `${asked.charAt(0).toUpperCase()}${asked.slice(1)}.`;
}
