import { beginsWord, HEAD_LETTERS, hashOf, tokenPattern, walkTokens, wordAt } from './tokenize.ts';

/** From its first UTF-16 code unit to behind its last. */
export interface Match {
  start: number;
  end: number;
}

/** Nearly all words that begin no phrase fail a filter of so many bits. */
const FILTER_BITS = 4096;

/** Up to so many words a regular expression beats reading every word. */
const MOST_LEAPT = 4;

interface Node {
  next: Map<string, Node>;
  isEnd: boolean;
  /** Beginnings that end a phrase behind this node, by their first letters. */
  beginnings: Map<string, string[]>;
}

/** A phrase under way. */
interface Begun {
  node: Node;
  start: number;
}

/** Matches in a text (NFC), in order; those that share a word are one.
 * @param reach How far behind the first match others are searched, UTF-16 code units. */
export type FindPhrases = (text: string, reach?: number) => Match[];

/** Reads a text once, however many phrases there are.
 * @param phrases In normal form; a star ends the beginning of a word. */
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
      /** No word is left. */
      if (leap === everyWord || readTo <= at) break;
    }
    return matches;
  };
}

/** The place of the next word that may begin a phrase; null if there is none. */
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
