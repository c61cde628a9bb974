import { countWords } from '../../contract/index.ts';

/** Words per unit; the names and phrases that people search for rarely have more. */
const WORDS_A_UNIT = 10;

/** Units that a search costs its client: more words can mean more work. */
export function searchCost(keywords: readonly string[]): number {
  return Math.max(1, Math.ceil(countWords(keywords.join(' ')) / WORDS_A_UNIT));
}
