import { countWords } from '../../contract/index.ts';

/** Words per unit; most searches have fewer. */
const WORDS_A_UNIT = 10;

/** The units that a search takes from the rate limit. */
export function searchCost(keywords: readonly string[]): number {
  return Math.max(1, Math.ceil(countWords(keywords.join(' ')) / WORDS_A_UNIT));
}
