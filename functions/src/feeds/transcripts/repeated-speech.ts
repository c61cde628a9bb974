import { hashOf } from '../../query/read-text.ts';
import { splitSentences, type TextRange } from '../read/split-sentences.ts';

/** Max other transcripts of the show that are compared. */
export const COMPARED_TRANSCRIPTS = 11;
/** Min transcripts with the sentence, and their min share of all. */
const MIN_REPEATED = 3;
const SHARE = 0.25;
/** Shorter sentences ("Thank you so much.") say nothing of an episode, and would fill the lists. */
const MIN_WORDS = 5;

const LETTERS = /[^\p{L}\p{M}\p{N}]+/gu;

/** Null for a short sentence. Ignores case and punctuation, which machines vary. */
function hashOfSentence(sentence: string): number | null {
  const words = sentence.toLowerCase().replace(LETTERS, ' ').trim();
  return words.split(' ').length < MIN_WORDS ? null : hashOf(words);
}

interface HashedSentence extends TextRange {
  hash: number;
}

export function hashedSentences(text: string): HashedSentence[] {
  return splitSentences(text).flatMap(({ start, end }) => {
    const hash = hashOfSentence(text.slice(start, end));
    return hash === null ? [] : [{ start, end, hash }];
  });
}

/** The sentences of a transcript, to be stored and compared: 4 bytes for each. */
export function packHashes(sentences: readonly HashedSentence[]): Uint8Array {
  return new Uint8Array(Int32Array.from(new Set(sentences.map(({ hash }) => hash))).buffer);
}

/**
 * Finds the sentences that a quarter of a show's transcripts have: greetings, credits and sponsors.
 * @param others {@link packHashes} of other transcripts of the show.
 */
export function repeatedSentences(
  sentences: readonly HashedSentence[],
  others: readonly Uint8Array[],
): TextRange[] {
  const fewest = Math.max(MIN_REPEATED, Math.ceil((others.length + 1) * SHARE)) - 1;
  if (others.length < fewest) return [];
  const counts = new Map<number, number>();
  for (const bytes of others) {
    // A copy, because a view would need an aligned offset.
    for (const hash of new Int32Array(Uint8Array.from(bytes).buffer)) {
      counts.set(hash, (counts.get(hash) ?? 0) + 1);
    }
  }
  return sentences
    .filter(({ hash }) => (counts.get(hash) ?? 0) >= fewest)
    .map(({ start, end }) => ({ start, end }));
}
