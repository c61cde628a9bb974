import { DAY_MS } from '../contract/index.ts';
import { tokensOf } from '../query/tokenize.ts';

export interface PublishedNotes {
  text: string;
  /** Epoch milliseconds; null if unknown. */
  publishedAtMs: number | null;
}

export interface Repetition {
  count: number;
  /** Share (0 to 1) of the episodes from the oldest to the newest with the sentence. */
  density: number;
  /** Share (0 to 1) of all episodes that have the sentence. */
  share: number;
  /** Days from the oldest to the newest occurrence; Infinity if a date is unknown. */
  days: number;
}

export interface RepetitionIndex {
  episodes: number;
  of(words: readonly string[]): Repetition;
  /** Share (0 to 1) of the words within n-grams that several episodes share. */
  familiarity(words: readonly string[]): number;
}

/** Length of the n-grams, in words. They match sentences that differ slightly. */
const RUN = 3;
/** Fewest episodes with an n-gram for it to count as repeated. */
const FAMILIAR_IN = 3;
/** Identical notes count once, unless at least this share of the episodes has them. */
const MOST_COPIES_SHARE = 0.3;
const NONE: Repetition = { count: 0, density: 0, share: 0, days: 0 };

/** Tokens that identify a sentence. URLs lose query string and fragment; numbers become 0. */
export function wordsOf(sentence: string): string[] {
  return tokensOf(sentence.replace(/[?#][^\s)]*/g, ' ').replace(/\d+/g, '0'));
}

interface Seen {
  count: number;
  newest: number;
  oldest: number;
}

export function indexRepetition(
  episodes: readonly { sentences: readonly (readonly string[])[]; publishedAtMs: number | null }[],
): RepetitionIndex {
  const whole = episodes.map(({ sentences }) => sentences.map(keyOf).join('\n'));
  const copies = countOf(whole);
  const isCopy = (at: number) => {
    const same = copies.get(whole[at] ?? '') ?? 1;
    return same > 1 && same / episodes.length < MOST_COPIES_SHARE;
  };
  const counted = new Set<string>();
  const seen = new Map<string, Seen>();
  const runs = new Map<number, Seen>();
  for (const [at, { sentences }] of episodes.entries()) {
    const notes = whole[at] ?? '';
    if (isCopy(at) && counted.has(notes)) continue;
    counted.add(notes);
    for (const words of sentences) {
      note(seen, keyOf(words), at);
      for (let start = 0; start + RUN <= words.length; start += 1)
        note(runs, runAt(words, start), at);
    }
  }
  return {
    episodes: episodes.length,
    of(words) {
      const found = seen.get(keyOf(words));
      if (found === undefined) return NONE;
      const { count, newest, oldest } = found;
      const until = episodes[newest]?.publishedAtMs ?? null;
      const since = episodes[oldest]?.publishedAtMs ?? null;
      return {
        count,
        density: count / (oldest - newest + 1),
        share: count / episodes.length,
        days: until === null || since === null ? Infinity : Math.abs(until - since) / DAY_MS,
      };
    },
    familiarity(words) {
      let familiar = 0;
      let until = 0;
      for (let start = 0; start + RUN <= words.length; start += 1) {
        if ((runs.get(runAt(words, start))?.count ?? 0) < FAMILIAR_IN) continue;
        familiar += start + RUN - Math.max(start, until);
        until = start + RUN;
      }
      return words.length === 0 ? 0 : familiar / words.length;
    },
  };
}

function countOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function note<K>(seen: Map<K, Seen>, key: K, at: number): void {
  const known = seen.get(key);
  if (known === undefined) seen.set(key, { count: 1, newest: at, oldest: at });
  else if (known.oldest !== at) {
    known.count += 1;
    known.oldest = at;
  }
}

function keyOf(words: readonly string[]): string {
  return words.join(' ');
}

/** Hash of an n-gram; about one collision in millions. */
function runAt(words: readonly string[], start: number): number {
  let number = 17;
  for (let at = start; at < start + RUN; at += 1) {
    const word = words[at] ?? '';
    for (let index = 0; index < word.length; index += 1) {
      number = (Math.imul(number, 31) + word.charCodeAt(index)) | 0;
    }
    number = Math.imul(number, 31) + 1;
  }
  return number;
}
