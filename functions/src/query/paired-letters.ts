import { KIND, type Kind } from './fold-letter.ts';

/** Stands before a pair inside a Hangul word: only pairs without it begin a word. */
const WITHIN_HANGUL = '·';

/**
 * Tokens of letters in a script without blanks: overlapping pairs. The last letter stands alone as well, so
 * that each letter begins a token; not of a Hangul word, which is found from its beginning.
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
