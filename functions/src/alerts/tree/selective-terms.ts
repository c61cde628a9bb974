import { type QueryPlan, type Term, termPhrases, wholeTokens } from '../../query/plan-query.ts';
import type { Phrase } from '../../query/query-words.ts';
import type { TreePhrase } from './keyword-tree.ts';
import { wordRanks } from './word-ranks.ts';

/** The rarest set of terms of which every matching row contains at least one; empty if no row can match. */
export function selectiveTerms(
  { all, oneOf }: QueryPlan,
  vocabulary: ReadonlyMap<string, number>,
): Term[] {
  const [only, ...others] = all;
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

/** Estimated by Zipf's law: frequent words occur first. 0 for an unknown word. */
function frequencyOf(term: Term, vocabulary: ReadonlyMap<string, number>): number {
  return termPhrases(term).reduce((sum, phrase) => sum + frequencyOfPhrase(phrase, vocabulary), 0);
}

function frequencyOfPhrase(phrase: Phrase, vocabulary: ReadonlyMap<string, number>): number {
  const whole = wholeTokens(phrase);
  const ofWord = (word: string) => {
    const number = vocabulary.get(word);
    return number === undefined ? 0 : 1 / (number + 1);
  };
  if (whole.length > 0) return Math.min(...whole.map(ofWord));
  const ranks = wordRanks(vocabulary);
  const begun = ranks.wordsIn(ranks.rangeOf(phrase.tokens[0] ?? ''));
  return begun.reduce((sum, word) => sum + ofWord(word), 0);
}

/** Expands a phrase to those to look for: a single word's prefix becomes all words with this prefix. */
export function treePhrases(
  { tokens, beginning }: Phrase,
  vocabulary: ReadonlyMap<string, number>,
): TreePhrase[] {
  if (!beginning) return [tokens.join(' ')];
  const ranks = wordRanks(vocabulary);
  const range = ranks.rangeOf(tokens.at(-1) ?? '');
  if (tokens.length === 1) return ranks.wordsIn(range);
  const [from, to] = range;
  return from < to ? [{ phrase: tokens.slice(0, -1).join(' '), next: range }] : [];
}
