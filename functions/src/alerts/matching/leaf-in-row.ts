import type { Leaf } from '../../keywords/question-plan.ts';
import { NONE } from './keyword-tree.ts';
import { wordRanks } from './word-ranks.ts';

/** Whether a leaf stands in a row of tokens (`TokenRows`). */
export type LeafInRow = (row: Int32Array) => boolean;

/**
 * @param leaf Not the beginning of a word alone.
 * @param vocabulary The number of every token, from 0.
 */
export function leafInRow(
  { words, beginning, field }: Leaf,
  vocabulary: ReadonlyMap<string, number>,
): LeafInRow {
  const whole = beginning ? words.slice(0, -1) : words;
  const tokens = whole.map((word) => vocabulary.get(word) ?? NONE);
  const [first = NONE] = tokens;
  if (tokens.includes(NONE)) return () => false;
  const isEnding = beginning ? beginsWith(words.at(-1) ?? '', vocabulary) : null;

  return (row) => {
    const titleEnd = row.indexOf(NONE);
    const from = field === 'podcast' ? titleEnd + 1 : 0;
    const podcastEnd = row.indexOf(NONE, titleEnd + 1);
    const to = { any: row.length, title: titleEnd, podcast: podcastEnd }[field];
    let at = row.indexOf(first, from);
    for (; at >= 0 && at < to; at = row.indexOf(first, at + 1)) {
      let length = 1;
      while (length < tokens.length && row[at + length] === tokens[length]) length += 1;
      if (length < tokens.length) continue;
      if (isEnding === null || isEnding(row[at + length] ?? NONE)) return true;
    }
    return false;
  };
}

function beginsWith(beginning: string, vocabulary: ReadonlyMap<string, number>) {
  const ranks = wordRanks(vocabulary);
  const [from, to] = ranks.rangeOf(beginning);
  return (token: number) => {
    const rank = token === NONE ? NONE : (ranks.rankOf[token] ?? NONE);
    return rank >= from && rank < to;
  };
}
