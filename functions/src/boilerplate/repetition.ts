import { DAY_MS } from '../contract/index.ts';
import { ownTokens } from '../query/tokenize.ts';

export interface PublishedNotes {
  text: string;
  /** Epoch milliseconds; null if unknown. */
  publishedAtMs: number | null;
}

export interface Repetition {
  count: number;
  /** Share (0 to 1) of episodes with the sentence among those from its oldest to its newest occurrence. */
  density: number;
  /** Share (0 to 1) of all episodes that have the sentence. */
  share: number;
  /** Days from the oldest to the newest occurrence; Infinity if a date is unknown. */
  days: number;
}

export interface RepetitionIndex {
  episodes: number;
  of(sentence: string): Repetition;
  /** As `of`, for sentences that differ in a few words or in the paths of links. */
  ofNearEqual(sentence: string): Repetition;
  /** Number of episodes in which `second` directly follows `first`. */
  together(first: string, second: string): number;
}

/** Length, in words, of the n-grams by which near-equal sentences are found. */
const RUN = 3;
/** Near-equal sentences may differ in this share of their n-grams. */
const DIFFERENT_SHARE = 0.4;
/** Each word of near-equal sentences must occur in this many episodes: a rare one is a topic. */
const KNOWN_IN = 3;
/**
 * Number of the newest episodes in which near-equal sentences are counted. Counting them costs more, and
 * these episodes suffice, as near-equal sentences must have a high `density`.
 */
const NEAR_EPISODES = 100;
/** Identical notes count once, unless at least this share of the episodes has them. */
const MOST_REPEATS_SHARE = 0.3;
const NONE: Repetition = { count: 0, density: 0, share: 0, days: 0 };

/** Tokens that identify a sentence. URLs lose query string and fragment; numbers become 0. */
function wordsOf(sentence: string): string[] {
  return ownTokens(sentence.replace(/[?#][^\s)]*/g, ' ').replace(/\d+/g, '0'));
}

/** A link's path, after the end of its host. */
const LINK_PATH = /(\.\p{L}{2,12})\/\S*/gu;

interface Reading {
  key: string;
  /** Words, with links reduced to their hosts. */
  rough: readonly string[];
}

function readSentence(sentence: string): Reading {
  const words = wordsOf(sentence);
  const rough = sentence.replace(LINK_PATH, '$1 ');
  return { key: words.join(' '), rough: rough === sentence ? words : wordsOf(rough) };
}

interface Seen {
  count: number;
  newest: number;
  oldest: number;
}

/** @param episodes The sentences of each episode, newest first. */
export function indexRepetition(
  episodes: readonly { sentences: readonly string[]; publishedAtMs: number | null }[],
): RepetitionIndex {
  const readings = new Map<string, Reading>();
  const read = (sentence: string) => readings.get(sentence) ?? readSentence(sentence);
  for (const { sentences } of episodes) {
    for (const sentence of sentences) readings.set(sentence, read(sentence));
  }
  const whole = episodes.map(({ sentences }) => sentences.map((each) => read(each).key).join('\n'));
  const counts = countOf(whole);
  const isRepeat = (at: number) => {
    const same = counts.get(whole[at] ?? '') ?? 1;
    return same > 1 && same / episodes.length < MOST_REPEATS_SHARE;
  };
  const counted = new Set<string>();
  const seen = new Map<string, Seen>();
  const pairs = new Map<string, Seen>();
  const runs = new Map<number, Seen>();
  const words = new Map<string, Seen>();
  for (const [at, { sentences }] of episodes.entries()) {
    // Near-equal sentences are counted in repeated notes (`isRepeat`), too: they need a high density, which
    // sentences of repeated episodes do not have.
    for (const { rough } of at < NEAR_EPISODES ? sentences.map(read) : []) {
      for (const word of rough) note(words, word, at);
      for (const run of runsOf(rough)) note(runs, run, at);
    }
    const notes = whole[at] ?? '';
    if (isRepeat(at) && counted.has(notes)) continue;
    counted.add(notes);
    let before: string | undefined;
    for (const { key } of sentences.map(read)) {
      note(seen, key, at);
      if (before !== undefined) note(pairs, pairOf(before, key), at);
      before = key;
    }
  }
  const repetitionOf = (found: Seen | undefined): Repetition => {
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
  };
  return {
    episodes: episodes.length,
    of: (sentence) => repetitionOf(seen.get(read(sentence).key)),
    ofNearEqual(sentence) {
      const { rough } = read(sentence);
      if (rough.some((word) => (words.get(word)?.count ?? 0) < KNOWN_IN)) return NONE;
      const found = runsOf(rough).map((run) => runs.get(run));
      found.sort((left, right) => (left?.count ?? 0) - (right?.count ?? 0));
      return repetitionOf(found[Math.floor(found.length * DIFFERENT_SHARE)]);
    },
    together: (first, second) => pairs.get(pairOf(read(first).key, read(second).key))?.count ?? 0,
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

function pairOf(first: string, second: string): string {
  return `${first}\n${second}`;
}

/** Hashes of the n-grams; about one collision in millions. */
function runsOf(words: readonly string[]): number[] {
  const runs: number[] = [];
  for (let start = 0; start + RUN <= words.length; start += 1) runs.push(runAt(words, start));
  return runs;
}

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
