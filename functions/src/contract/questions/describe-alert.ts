import type { AskedAlert } from './as-question.ts';
import { describeQuestion } from './describe-question.ts';

/** What is said of a question that asks for nothing, or says only what to leave out. */
export const NOTHING_ASKED =
  'There is nothing to look for in this. Add a word, a phrase or a show.';

/** What a person reads about an alert for which transcripts do not count. */
export const NOTES_ONLY = 'Notes only, not spoken words.';

/**
 * What an alert watches, as plain sentences: "Episodes that mention openai, but not sponsor. Notes
 * only, not spoken words." Null where its keyword is words alone, which speak for themselves, and
 * spoken words count.
 */
export function describeAlert({ keyword, language, spoken = true }: AskedAlert): string | null {
  const sentences = [
    ...(language === 1 ? [questionSentence(keyword)] : []),
    ...(spoken ? [] : [NOTES_ONLY]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

function questionSentence(keyword: string): string {
  const asked = describeQuestion([keyword]);
  return asked === null ? NOTHING_ASKED : `${asked.charAt(0).toUpperCase()}${asked.slice(1)}.`;
}
