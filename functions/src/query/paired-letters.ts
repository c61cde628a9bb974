import { KIND, type Kind } from './fold-letter.ts';

/** Prefix of the pairs inside a Hangul word; the pair that begins the word has none. */
const WITHIN_HANGUL = '·';

/**
 * The tokens of a word in a script without blanks: overlapping pairs of letters. The last letter is a token
 * as well, so that each letter begins one, except in Hangul, whose words are only found by their beginning.
 */
export function pairsOf(letters: readonly string[], kind: Kind): string[] {
  const isHangul = kind === KIND.hangul;
  const pairs: string[] = [];
  for (let at = 0; at + 1 < letters.length; at += 1) {
    const before = isHangul && at > 0 ? WITHIN_HANGUL : '';
    pairs.push(`${before}${letters[at] ?? ''}${letters[at + 1] ?? ''}`);
  }
  if (!isHangul || letters.length === 1) pairs.push(letters.at(-1) ?? '');
  return pairs;
}
