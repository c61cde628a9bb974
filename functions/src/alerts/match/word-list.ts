import { firstOfPair } from '../../query/paired-letters.ts';
import { nameTokens } from '../../query/name-tokens.ts';
import { spelledRuns } from '../../query/other-spellings.ts';
import { isTokenAt, type ReadText, readText, tokenAt } from '../../query/read-text.ts';
import type { Phrase } from '../../query/query-words.ts';
import { DIVIDER } from '../../query/tokenize.ts';

/** This separator surrounds every text, so that no phrase spans two texts. */
const END = 0;
const FIRST_CAPACITY = 2 ** 12;
/** Size of a cache by hash. Hits are compared with the text in place, without allocating a string. */
const RECENT_WORDS = 2 ** 16;
/** All lists share this cache, so each hit is compared with the list's own word. */
const recent = new Uint32Array(RECENT_WORDS);
/** Checking this many positions is faster than looking for a rarer pair of words. */
const FEW = 8;

/** Range of word numbers; `before` is exclusive. A prefix covers several words. */
interface Range {
  from: number;
  before: number;
}

const NOTHING: Range = { from: 0, before: 0 };

/**
 * Calls `found` with the text's id for each occurrence of the phrase. If texts were added by ascending id,
 * ids ascend, unless the phrase ends with a prefix.
 */
export type FindPhrase = (phrase: Phrase, found: (id: number) => void) => void;

export interface WordFinder {
  find: FindPhrase;
  /** False if no text has a name with capitals inside that begins with the word. */
  beginsName: (word: string) => boolean;
}

/**
 * Finds phrases in many texts. Positions are sorted by word and next word, so a binary search finds two
 * adjacent words, even if the second is a prefix.
 */
export function createWordList() {
  const names = [''];
  const numbers = new Map<string, number>();
  let words = new Uint32Array(FIRST_CAPACITY);
  let ids = new Uint32Array(FIRST_CAPACITY);
  let count = 0;
  put(END, 0);

  function put(word: number, id: number): void {
    if (count === words.length) {
      words = growArray(words);
      ids = growArray(ids);
    }
    words[count] = word;
    ids[count] = id;
    count += 1;
  }

  function numberOf(token: string): number {
    const known = numbers.get(token);
    if (known !== undefined) return known;
    // A copy, because a substring would retain the whole text in memory.
    const number = names.push(Buffer.from(token).toString()) - 1;
    numbers.set(names[number] ?? '', number);
    return number;
  }

  function numberAt(read: ReadText, index: number): number {
    const slot = (read.hashes[index] ?? 0) & (RECENT_WORDS - 1);
    const last = recent[slot] ?? 0;
    if (isTokenAt(read, index, names[last] ?? '')) return last;
    return (recent[slot] = numberOf(tokenAt(read, index)));
  }

  return {
    add(text: string, id: number): void {
      const read = readText(text);
      for (let index = 0; index < read.count; index += 1) put(numberAt(read, index), id);
      put(END, id);
      for (const run of spelledRuns(read)) {
        for (const { token, from } of run)
          put(token === null ? numberAt(read, from) : numberOf(token), id);
        put(END, id);
      }
      const names = nameTokens(read);
      for (const token of names) put(numberOf(token), id);
      if (names.length > 0) put(END, id);
    },

    addTokens(tokens: readonly string[], id: number): void {
      for (const token of tokens) put(token === DIVIDER ? END : numberOf(token), id);
      put(END, id);
    },

    /** No text can be added afterwards. */
    createFinder(): WordFinder {
      const sorted = names.slice(1).sort();
      const order = new Uint32Array(names.length);
      for (const [at, name] of sorted.entries()) {
        order[numbers.get(name) ?? 0] = at + 1;
        numbers.set(name, at + 1);
      }
      for (let at = 0; at < count; at += 1) words[at] = order[words[at] ?? 0] ?? 0;
      const begun = new Set(sorted.map(firstOfPair));
      return {
        find: finderOf({ names: sorted, numbers, words: words.subarray(0, count), ids }),
        beginsName: (word) => begun.has(word),
      };
    },
  };
}

function growArray(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * array.length);
  larger.set(array);
  return larger;
}

interface Words {
  /** Sorted alphabetically. The first word has number 1. */
  names: readonly string[];
  numbers: ReadonlyMap<string, number>;
  words: Uint32Array;
  ids: Uint32Array;
}

function finderOf({ names, numbers, words, ids }: Words): FindPhrase {
  const { starts, byWord, byPair, following } = sortPositions(words, names.length + 1);

  function rangeOf(token: string, isPrefix: boolean): Range {
    if (!isPrefix) {
      const number = numbers.get(token);
      return number === undefined ? NOTHING : { from: number, before: number + 1 };
    }
    const first = firstFrom(names, token, 0, names.length);
    let behind = first;
    while (names[behind]?.startsWith(token)) behind += 1;
    return { from: first + 1, before: behind + 1 };
  }

  /** Range in `byPair` of the positions where a word in `second` follows the word. */
  function pairsOf({ from: word }: Range, second: Range): Range {
    const end = starts[word + 1] ?? 0;
    const from = firstFrom(following, second.from, starts[word] ?? 0, end);
    return { from, before: firstFrom(following, second.before, from, end) };
  }

  /** True if the phrase begins at this position. Its words `known` and `known + 1` already match. */
  function isAt(position: number, phrase: readonly Range[], known: number): boolean {
    // Goes outward from the known words, so that a separator stops the check before another text.
    for (let at = known - 1; at >= 0; at -= 1)
      if (!isIn(phrase[at] ?? NOTHING, words[position + at] ?? END)) return false;
    for (let at = known + 2; at < phrase.length; at += 1)
      if (!isIn(phrase[at] ?? NOTHING, words[position + at] ?? END)) return false;
    return true;
  }

  return ({ tokens, beginning }, found) => {
    const phrase: Range[] = [];
    for (const token of tokens) {
      const range = rangeOf(token, beginning && phrase.length + 1 === tokens.length);
      if (sizeOf(range) === 0) return;
      phrase.push(range);
    }
    const [first = NOTHING, second] = phrase;
    if (second === undefined) {
      const end = starts[first.before] ?? 0;
      for (let at = starts[first.from] ?? 0; at < end; at += 1) found(ids[byWord[at] ?? 0] ?? 0);
      return;
    }
    let rarest = pairsOf(first, second);
    let known = 0;
    for (let at = 1; at + 1 < phrase.length && sizeOf(rarest) > FEW; at += 1) {
      const pairs = pairsOf(phrase[at] ?? NOTHING, phrase[at + 1] ?? NOTHING);
      if (sizeOf(pairs) >= sizeOf(rarest)) continue;
      rarest = pairs;
      known = at;
    }
    for (let at = rarest.from; at < rarest.before; at += 1) {
      const position = (byPair[at] ?? 0) - known;
      if (isAt(position, phrase, known)) found(ids[position] ?? 0);
    }
  };
}

/**
 * Sorts positions by word (`byWord`) and by word and next word (`byPair`). `following` has the next words.
 * `starts` has the index of each word's first position in both.
 * @param count Exclusive upper bound of word numbers.
 */
function sortPositions(words: Uint32Array, count: number) {
  const { length } = words;
  const starts = new Uint32Array(count + 1);
  for (let at = 0; at < length; at += 1) {
    const behind = (words[at] ?? 0) + 1;
    starts[behind] = (starts[behind] ?? 0) + 1;
  }
  for (let word = 1; word <= count; word += 1)
    starts[word] = (starts[word] ?? 0) + (starts[word - 1] ?? 0);

  const byWord = new Uint32Array(length);
  let free = starts.slice();
  for (let at = 0; at < length; at += 1) {
    const word = words[at] ?? 0;
    const index = free[word] ?? 0;
    free[word] = index + 1;
    byWord[index] = at;
  }
  const byPair = new Uint32Array(length);
  const following = new Uint32Array(length);
  free = starts.slice();
  // Visits positions by their next words, which sorts each word's positions by next word.
  for (let each = 0; each < length; each += 1) {
    const next = byWord[each] ?? 0;
    if (next === 0) continue;
    const word = words[next - 1] ?? 0;
    const index = free[word] ?? 0;
    free[word] = index + 1;
    byPair[index] = next - 1;
    following[index] = words[next] ?? 0;
  }
  return { starts, byWord, byPair, following };
}

function sizeOf({ from, before }: Range): number {
  return before - from;
}

function isIn({ from, before }: Range, number: number): boolean {
  return number >= from && number < before;
}

/** Index of the first value in the sorted range that is at least `value`, or `before` if there is none. */
function firstFrom<T extends number | string>(
  sorted: ArrayLike<T>,
  value: T,
  from: number,
  before: number,
): number {
  let [start, end] = [from, before];
  while (start < end) {
    const middle = (start + end) >>> 1;
    const found = sorted[middle];
    if (found !== undefined && found < value) start = middle + 1;
    else end = middle;
  }
  return start;
}
