import { AND } from './fold-letter.ts';
import { spelledRuns } from './other-spellings.ts';
import { formsOf } from './query-words.ts';
import { hashOf, readText, tokenAt } from './read-text.ts';

/** Offsets in UTF-16 code units; `end` is exclusive. */
export interface Match {
  start: number;
  end: number;
}

interface Node {
  next: Map<string, Node>;
  isEnd: boolean;
  /** First letter → prefixes that may end a phrase here. */
  prefixes: Map<string, string[]>;
}

interface Begun {
  node: Node;
  start: number;
}

/**
 * Returns sorted matches; overlapping ones are merged.
 * @param reach Search distance after the first match, UTF-16 code units.
 */
export type FindPhrases = (text: string, reach?: number) => Match[];

export type MakeFinder = (phrases: readonly string[]) => FindPhrases;

/** Reads each text once for all phrases, with a trie. Phrases are in normal form; a final `*` marks a prefix. */
export const phraseFinder: MakeFinder = (phrases) => {
  const find = createFinder(phrases);
  return (text, reach = Infinity) => withinReach(find(text, reach).matches, reach);
};

/** An episode's excerpt, reasons and strength come from the same few texts. */
const MAX_CACHED_TEXTS = 8;

/** Callers with equal phrases share a finder, which caches the matches in the last few texts. */
export function sharedFinders(): MakeFinder {
  const made = new Map<string, FindPhrases>();
  return (phrases) => {
    const wanted = [...new Set(phrases)].sort();
    const key = wanted.join('\n');
    const find = made.get(key) ?? withCache(createFinder(wanted));
    made.set(key, find);
    return find;
  };
}

function withCache(find: ReturnType<typeof createFinder>): FindPhrases {
  const cached: { text: string; found: Found }[] = [];
  let oldest = 0;
  return (text, reach = Infinity) => {
    const known = cached.find((one) => one.text === text)?.found;
    if (known !== undefined && known.reach >= reach) return withinReach(known.matches, reach);
    const found = find(text, reach);
    cached[oldest] = { text, found };
    oldest = (oldest + 1) % MAX_CACHED_TEXTS;
    return withinReach(found.matches, reach);
  };
}

/** All matches up to `reach` UTF-16 code units after the first one, and possibly later ones. */
interface Found {
  matches: Match[];
  reach: number;
}

function createFinder(phrases: readonly string[]): (text: string, reach: number) => Found {
  const root = newNode();
  let longest = 0;
  for (const phrase of phrases) {
    if (phrase !== '') longest = Math.max(longest, addPhrase(root, phrase));
  }
  if (!hasNext(root)) return () => ({ matches: [], reach: Infinity });
  const first = createFilter(root);

  /** Finds all matches before the returned offset `sure`, even if the text is truncated. */
  function findIn(text: string) {
    const read = readText(text);
    const matches: Match[] = [];
    const walk = createWalker(root, matches);
    const { starts, ends, hashes, heads } = read;
    for (let index = 0; index < read.count; index += 1) {
      const start = starts[index] ?? 0;
      if (!walk.isOpen() && !first(hashes[index] ?? 0, text.charCodeAt(start))) continue;
      const end = ends[index] ?? 0;
      walk.token(tokenAt(read, index), start, end, heads.get(index));
    }
    for (const run of spelledRuns(read)) {
      walk.begin();
      for (const { token, from, to } of run) {
        const start = starts[from] ?? 0;
        const head = token === null ? heads.get(from) : undefined;
        walk.token(token ?? tokenAt(read, from), start, ends[to - 1] ?? start, head);
      }
    }
    const sure = starts[read.count - longest - UNSURE_TOKENS] ?? 0;
    return { matches: mergeMatches(matches), sure };
  }

  return (text, reach) => {
    const length = reach + READ_AHEAD;
    // Most long texts have a match near their start, so that reading a part is enough.
    if (2 * length < text.length) {
      const { matches, sure } = findIn(text.slice(0, length));
      const end = (matches[0]?.start ?? Infinity) + reach;
      if (end < sure) return { matches, reach };
    }
    return { matches: findIn(text).matches, reach: Infinity };
  };
}

/** The first pass over a long text reads `reach` plus this many UTF-16 code units. */
const READ_AHEAD = 300;
/** Number of tokens before a cut that may be wrong: the cut can split a token or another spelling. */
const UNSURE_TOKENS = 8;

interface Walker {
  isOpen(): boolean;
  begin(): void;
  token(token: string, start: number, end: number, head: number | undefined): void;
}

function createWalker(root: Node, matches: Match[]): Walker {
  let begun: Begun[] = [];

  function read({ node, start }: Begun, token: string, end: number, head: number): void {
    const next = node.next.get(token);
    if (next?.isEnd === true) matches.push({ start, end });
    if (hasPrefix(node, token)) matches.push({ start, end: head });
    if (next !== undefined && hasNext(next)) begun.push({ node: next, start });
  }

  return {
    isOpen: () => begun.length > 0,
    begin() {
      begun = [];
    },
    token(token, start, end, head = end) {
      const before = begun;
      if (before.length > 0) begun = [];
      for (const phrase of before) read(phrase, token, end, head);
      read({ node: root, start }, token, end, head);
    },
  };
}

/** Size of the hash filter, which rejects most tokens that start no phrase. */
const FILTER_SLOTS = 4096;
const NON_ASCII = 0x80;
const LOWER = 0x20;
const AMPERSAND = 0x26;

/** Returns a test of a token's hash and first code unit. False means that no phrase starts with the token. */
function createFilter({ next, prefixes }: Node): (hash: number, sign: number) => boolean {
  const filter = new Uint8Array(FILTER_SLOTS);
  for (const token of next.keys()) filter[hashOf(token) & (FILTER_SLOTS - 1)] = 1;
  const signs = new Uint8Array(NON_ASCII);
  for (const head of prefixes.keys()) {
    const code = head.charCodeAt(0);
    if (code < NON_ASCII) signs[code] = 1;
    if (head === AND.charAt(0)) signs[AMPERSAND] = 1;
  }
  const hasPrefixes = prefixes.size > 0;
  return (hash, sign) =>
    filter[hash & (FILTER_SLOTS - 1)] === 1 ||
    (hasPrefixes && (sign >= NON_ASCII || signs[sign | LOWER] === 1));
}

function newNode(): Node {
  return { next: new Map(), isEnd: false, prefixes: new Map() };
}

/** Adds all forms of a phrase and returns the token count of the longest. */
function addPhrase(root: Node, phrase: string): number {
  let longest = 0;
  const beginning = phrase.endsWith('*');
  const words = (beginning ? phrase.slice(0, -1) : phrase).split(' ');
  for (const form of formsOf(words, { beginning })) {
    longest = Math.max(longest, form.tokens.length);
    const tokens = form.beginning ? form.tokens.slice(0, -1) : form.tokens;
    let node = root;
    for (const token of tokens) {
      const next = node.next.get(token) ?? newNode();
      node.next.set(token, next);
      node = next;
    }
    const prefix = form.beginning ? form.tokens.at(-1) : undefined;
    if (prefix === undefined) node.isEnd = true;
    else {
      const head = headOf(prefix);
      node.prefixes.set(head, [...(node.prefixes.get(head) ?? []), prefix]);
    }
  }
  return longest;
}

function headOf(token: string): string {
  return String.fromCodePoint(token.codePointAt(0) ?? 0);
}

function hasPrefix({ prefixes }: Node, token: string): boolean {
  if (prefixes.size === 0) return false;
  return prefixes.get(headOf(token))?.some((beginning) => token.startsWith(beginning)) === true;
}

function hasNext({ next, prefixes }: Node): boolean {
  return next.size > 0 || prefixes.size > 0;
}

/** Sorts, because matches in other spellings come last. */
function mergeMatches(matches: Match[]): Match[] {
  const joined: Match[] = [];
  for (const { start, end } of matches.sort((one, other) => one.start - other.start)) {
    const last = joined.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

function withinReach(matches: Match[], reach: number): Match[] {
  const last = (matches[0]?.start ?? 0) + reach;
  return matches.filter(({ start }) => start <= last);
}
