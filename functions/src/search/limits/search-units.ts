import { countWords } from '../../contract/index.ts';

/** Words that one unit is good for; names and phrases people search for hardly ever have more. */
const WORDS_A_UNIT = 10;

/** What a search takes of its caller's allowance: the more words, the more work it can be. */
export function searchUnits(keywords: readonly string[]): number {
  return Math.max(1, Math.ceil(countWords(keywords.join(' ')) / WORDS_A_UNIT));
}
