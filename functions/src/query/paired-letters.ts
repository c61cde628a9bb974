import { KIND, type Kind } from './fold-letter.ts';

/** Between the words of a name that is written as one. No query has this sign, so one of the words finds nothing. */
const WITHIN_NAME = '·';

/** The first word of a pair of words; null for other tokens. */
export function firstOfPair(token: string): string | null {
  const at = token.indexOf(WITHIN_NAME);
  return at > 0 ? token.slice(0, at) : null;
}

/** Returns overlapping pairs: the tokens of "JPMorganChase", besides the name itself, by which "JP Morgan" finds it. */
export function pairsOfWords(words: readonly string[]): string[] {
  return words.slice(1).map((word, at) => `${words[at] ?? ''}${WITHIN_NAME}${word}`);
}

/** Prefix of every pair in a Hangul word except the first. */
const WITHIN_HANGUL = '·';

/**
 * Returns overlapping pairs, and the last letter, so that each letter begins a token. Hangul words match only from
 * their start.
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
