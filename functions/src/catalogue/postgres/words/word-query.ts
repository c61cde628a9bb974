import { gramOf } from './common-grams.ts';
import { quoted } from './word-vector.ts';

/** The `tsquery` for episodes in which one of the phrases (of normal form, at least one) stands. */
export function wordQuery(phrases: readonly string[]): string {
  return phrases.map((phrase) => phraseQuery(phrase.split(' '))).join(' | ');
}

/** Two common words side by side are looked for as the one word they are indexed as. */
function phraseQuery(words: readonly string[]): string {
  let query = '';
  let last = 0;
  let covered = false;
  words.forEach((word, at) => {
    const gram = gramOf(word, words[at + 1]);
    if (gram !== null || !covered) {
      query += `${query === '' ? '' : ` <${at - last}> `}${quoted(gram ?? word)}`;
      last = at;
    }
    covered = gram !== null;
  });
  return query;
}
