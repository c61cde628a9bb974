import type { Term, QueryPlan } from '../../query/plan-query.ts';
import type { TreePhrase } from './keyword-tree.ts';
import { wordRanks } from './word-ranks.ts';

/**
 * Terms of which at least one is in every row that matches the query: those that are likely to
 * stand in the fewest. None where no row can answer it.
 * @param vocabulary The number of every token, from 0, in the order in which they first came up.
 */
export function selectiveTerms(
  { all, oneOf }: QueryPlan,
  vocabulary: ReadonlyMap<string, number>,
): Term[] {
  const [only, ...others] = all;
  // There is nothing to choose from.
  if (only !== undefined && others.length + oneOf.length === 0) return [only];
  const choices = [...all.map((term) => [[term]]), ...oneOf];
  let best: Term[] = [];
  let fewest = Infinity;
  for (const alternatives of choices) {
    const covering = alternatives.map((terms) => rarestOf(terms, vocabulary));
    const frequency = covering.reduce((sum, each) => sum + each.frequency, 0);
    if (frequency >= fewest) continue;
    fewest = frequency;
    best = covering.filter((each) => each.frequency > 0).map(({ term }) => term);
  }
  return best;
}

function rarestOf(terms: readonly Term[], vocabulary: ReadonlyMap<string, number>) {
  const all = terms.map((term) => ({ term, frequency: frequencyOf(term, vocabulary) }));
  return all.reduce((rarest, each) => (each.frequency < rarest.frequency ? each : rarest));
}

/** By Zipf's law, from the order in which words first came up; 0 of a word that is nowhere. */
function frequencyOf({ words, beginning }: Term, vocabulary: ReadonlyMap<string, number>): number {
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
 * Phrases, one of which is wherever the term is. For the beginning of a single word, these are all
 * words that begin so.
 */
export function phrasesFor(
  { words, beginning }: Term,
  vocabulary: ReadonlyMap<string, number>,
): TreePhrase[] {
  if (!beginning) return [words.join(' ')];
  const ranks = wordRanks(vocabulary);
  const range = ranks.rangeOf(words.at(-1) ?? '');
  if (words.length === 1) return ranks.wordsIn(range);
  const [from, to] = range;
  return from < to ? [{ phrase: words.slice(0, -1).join(' '), next: range }] : [];
}
