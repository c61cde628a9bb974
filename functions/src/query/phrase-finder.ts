import { beginsWord, HEAD_LETTERS, hashOf, tokenPattern, walkTokens, wordAt } from './tokenize.ts';

/** `end` is exclusive; UTF-16 code units. */
export interface Match {
  start: number;
  end: number;
}

/** Bits of the hash filter; most words that start no phrase fail it. */
const FILTER_BITS = 4096;

/** Up to this many first words, a regular expression is faster than tokenizing all words. */
const MOST_LEAPT = 4;

interface Node {
  next: Map<string, Node>;
  isEnd: boolean;
  /** Prefixes that end a phrase after this node, by their first {@link HEAD_LETTERS} letters. */
  beginnings: Map<string, string[]>;
}

interface Begun {
  node: Node;
  start: number;
}

/**
 * Matches in a text (NFC), sorted; overlapping matches are merged.
 * @param reach Search distance after the first match, UTF-16 code units.
 */
export type FindPhrases = (text: string, reach?: number) => Match[];

/** A trie: reads each text once for all phrases. A final `*` marks a prefix. */
export function phraseFinder(phrases: readonly string[]): FindPhrases {
  const root = newNode();
  for (const phrase of phrases) if (phrase !== '') addPhrase(root, phrase);
  const words = filterOf(root.next.keys());
  const heads = filterOf(root.beginnings.keys());
  const leap = leapTo(root);

  return (text, reach = Infinity) => {
    const matches: Match[] = [];
    let begun: Begun[] = [];
    let readTo = 0;
    const read = (start: number, end: number, plain: boolean, hash: number, head: number) => {
      const isWithin = start <= (matches[0]?.start ?? Infinity) + reach;
      const mayBegin = isWithin && (passes(words, hash) || passes(heads, head));
      if (begun.length > 0 || mayBegin) {
        const word = wordAt(text, start, end, plain);
        const before = mayBegin ? [...begun, { node: root, start }] : begun;
        begun = [];
        for (const { node, start: from } of before) {
          const next = node.next.get(word);
          if (next?.isEnd === true || hasBeginning(node, word)) join(matches, from, end);
          if (next !== undefined && goesOn(next)) begun.push({ node: next, start: from });
        }
      }
      readTo = isWithin ? end : text.length;
      return begun.length > 0 || (leap === everyWord && isWithin);
    };
    for (let at = leap(text, 0); at !== null; at = leap(text, readTo)) {
      walkTokens(text, at, read);
      if (leap === everyWord || readTo <= at) break;
    }
    return matches;
  };
}

/** Offset of the next word that may start a phrase; null if there is none. */
type Leap = (text: string, from: number) => number | null;

const everyWord: Leap = (_text, from) => from;

function leapTo({ next, beginnings }: Node): Leap {
  if (beginnings.size > 0 || next.size > MOST_LEAPT) return everyWord;
  if (next.size === 0) return () => null;
  const pattern = tokenPattern([...next.keys()]);
  return (text, from) => {
    pattern.lastIndex = from;
    for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
      if (beginsWord(text, found.index)) return found.index;
    }
    return null;
  };
}

function newNode(): Node {
  return { next: new Map(), isEnd: false, beginnings: new Map() };
}

function addPhrase(root: Node, phrase: string): void {
  const hasStar = phrase.endsWith('*');
  const words = (hasStar ? phrase.slice(0, -1) : phrase).split(' ');
  const beginning = hasStar ? words.pop() : undefined;
  let node = root;
  for (const word of words) {
    const next = node.next.get(word) ?? newNode();
    node.next.set(word, next);
    node = next;
  }
  if (beginning === undefined) node.isEnd = true;
  else {
    const head = headOf(beginning);
    node.beginnings.set(head, [...(node.beginnings.get(head) ?? []), beginning]);
  }
}

function headOf(word: string): string {
  return Array.from(word.slice(0, 2 * HEAD_LETTERS))
    .slice(0, HEAD_LETTERS)
    .join('');
}

function hasBeginning({ beginnings }: Node, word: string): boolean {
  if (beginnings.size === 0) return false;
  return beginnings.get(headOf(word))?.some((beginning) => word.startsWith(beginning)) === true;
}

function goesOn({ next, beginnings }: Node): boolean {
  return next.size > 0 || beginnings.size > 0;
}

function filterOf(words: Iterable<string>): Uint8Array {
  const filter = new Uint8Array(FILTER_BITS);
  for (const word of words) filter[hashOf(word) & (FILTER_BITS - 1)] = 1;
  return filter;
}

function passes(filter: Uint8Array, hash: number): boolean {
  return filter[hash & (FILTER_BITS - 1)] === 1;
}

function join(matches: Match[], start: number, end: number): void {
  let from = start;
  for (let last = matches.at(-1); last !== undefined && last.end > from; last = matches.at(-1)) {
    from = Math.min(from, last.start);
    matches.pop();
  }
  matches.push({ start: from, end });
}
