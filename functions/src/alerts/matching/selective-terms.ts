import type { Leaf, QuestionPlan } from '../../keywords/question-plan.ts';
import type { TreePhrase } from './keyword-tree.ts';
import { wordRanks } from './word-ranks.ts';

/**
 * Leaves of which at least one stands in every row that answers the question: those that are likely to
 * stand in the fewest. None where no row can answer it.
 * @param vocabulary The number of every token, from 0, in the order in which they first came up.
 */
export function selectiveTerms(
  { all, oneOf }: QuestionPlan,
  vocabulary: ReadonlyMap<string, number>,
): Leaf[] {
  const [only, ...others] = all;
  // There is nothing to choose from.
  if (only !== undefined && others.length + oneOf.length === 0) return [only];
  const choices = [...all.map((leaf) => [[leaf]]), ...oneOf];
  let best: Leaf[] = [];
  let fewest = Infinity;
  for (const alternatives of choices) {
    const covering = alternatives.map((leaves) => rarestOf(leaves, vocabulary));
    const frequency = covering.reduce((sum, each) => sum + each.frequency, 0);
    if (frequency >= fewest) continue;
    fewest = frequency;
    best = covering.filter((each) => each.frequency > 0).map(({ leaf }) => leaf);
  }
  return best;
}

function rarestOf(leaves: readonly Leaf[], vocabulary: ReadonlyMap<string, number>) {
  const all = leaves.map((leaf) => ({ leaf, frequency: frequencyOf(leaf, vocabulary) }));
  return all.reduce((rarest, each) => (each.frequency < rarest.frequency ? each : rarest));
}

/** By Zipf's law, from the order in which words first came up; 0 of what stands nowhere. */
function frequencyOf({ words, beginning }: Leaf, vocabulary: ReadonlyMap<string, number>): number {
  const whole = beginning ? words.slice(0, -1) : words;
  const ofWord = (word: string) => {
    const number = vocabulary.get(word);
    return number === undefined ? 0 : 1 / (number + 1);
  };
  if (whole.length > 0) return Math.min(...whole.map(ofWord));
  const ranks = wordRanks(vocabulary);
  const begun = ranks.wordsIn(ranks.rangeOf(words[0] ?? ''));
  return begun.reduce((sum, word) => sum + ofWord(word), 0);
}

/**
 * Phrases, one of which stands wherever the leaf does. For the beginning of a single word, these are all
 * words that begin so.
 */
export function phrasesFor(
  { words, beginning }: Leaf,
  vocabulary: ReadonlyMap<string, number>,
): TreePhrase[] {
  if (!beginning) return [words.join(' ')];
  const ranks = wordRanks(vocabulary);
  const range = ranks.rangeOf(words.at(-1) ?? '');
  if (words.length === 1) return ranks.wordsIn(range);
  const [from, to] = range;
  return from < to ? [{ phrase: words.slice(0, -1).join(' '), next: range }] : [];
}
