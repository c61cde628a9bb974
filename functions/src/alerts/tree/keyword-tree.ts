import { createIntPairMap, type IntPairMap } from './int-pair-map.ts';
import { wordRanks } from './word-ranks.ts';

/** A missing node, token or keyword; in a row of tokens also the end of a text. */
export const NONE = -1;

/** A keyword, or a phrase with the words of which one must follow: a range of ranks (`to` exclusive). */
export type TreePhrase = string | { phrase: string; next: readonly [from: number, to: number] };

/** Keywords as a prefix tree (trie) of tokens. */
export interface KeywordTree {
  /** Indexes of the keywords that a row of tokens contains: each once, in any order. */
  mentionedIn(row: Int32Array): number[];
}

/**
 * Time grows with the length of the texts, hardly with the number of keywords. An empty keyword or one with
 * an unknown token never matches.
 */
export function plantKeywordTree(
  keywords: Iterable<TreePhrase>,
  vocabulary: ReadonlyMap<string, number>,
): KeywordTree {
  const edges = createIntPairMap();
  // The node of a keyword's first token has that token's number; further nodes are numbered after all tokens.
  let nodes = vocabulary.size;
  const ends: number[] = [];
  const nextOf = new Map<number, readonly [from: number, to: number]>();
  for (const each of keywords) {
    if (typeof each !== 'string') nextOf.set(ends.length, each.next);
    const keyword = typeof each === 'string' ? each : each.phrase;
    const row = keyword === '' ? [] : keyword.split(' ');
    const tokens = row.map((word) => vocabulary.get(word) ?? NONE);
    let node = NONE;
    if (!tokens.includes(NONE)) {
      for (const token of tokens) {
        if (node === NONE) {
          node = token;
          continue;
        }
        let next = edges.get(node, token);
        if (next === NONE) edges.add(node, token, (next = nodes++));
        node = next;
      }
    }
    ends.push(node);
  }
  const keywordAt = new Int32Array(nodes).fill(NONE);
  // Linked list of equal keywords: each points to the previous equal keyword.
  const sameAs = new Int32Array(ends.length).fill(NONE);
  for (const [place, node] of ends.entries()) {
    if (node === NONE) continue;
    sameAs[place] = keywordAt[node] ?? NONE;
    keywordAt[node] = place;
  }

  const next = nextOf.size === 0 ? null : nextWords(nextOf, ends.length, vocabulary);

  // The last row (counted from 1) in which each keyword was found; removes repeated matches.
  const lastMentionedIn = new Uint32Array(ends.length);
  let rows = 0;
  return {
    mentionedIn: (row) => {
      rows += 1;
      const places: number[] = [];
      for (const place of placesIn(row, edges, keywordAt, sameAs, next)) {
        if (lastMentionedIn[place] === rows) continue;
        lastMentionedIn[place] = rows;
        places.push(place);
      }
      return places;
    },
  };
}

function placesIn(
  row: Int32Array,
  edges: IntPairMap,
  keywordAt: Int32Array,
  sameAs: Int32Array,
  next: NextWords | null,
): number[] {
  const places: number[] = [];
  for (let start = 0; start < row.length; start += 1) {
    let node = row[start] ?? NONE;
    for (let at = start + 1; node !== NONE; at += 1) {
      let place = keywordAt[node] ?? NONE;
      const token = row[at] ?? NONE;
      for (; place !== NONE; place = sameAs[place] ?? NONE) {
        if (next === null || isNext(next, place, token)) places.push(place);
      }
      node = token === NONE ? NONE : edges.get(node, token);
    }
  }
  return places;
}

interface NextWords {
  rankOf: Int32Array;
  isAsked: Uint8Array;
  from: Int32Array;
  to: Int32Array;
}

function nextWords(
  nextOf: ReadonlyMap<number, readonly [from: number, to: number]>,
  keywords: number,
  vocabulary: ReadonlyMap<string, number>,
): NextWords {
  const { rankOf } = wordRanks(vocabulary);
  const [from, to] = [new Int32Array(keywords), new Int32Array(keywords)];
  const next = { rankOf, isAsked: new Uint8Array(keywords), from, to };
  for (const [place, range] of nextOf) {
    next.isAsked[place] = 1;
    [from[place], to[place]] = range;
  }
  return next;
}

function isNext({ rankOf, isAsked, from, to }: NextWords, place: number, token: number): boolean {
  if (isAsked[place] === 0) return true;
  const rank = token === NONE ? NONE : (rankOf[token] ?? NONE);
  return rank >= (from[place] ?? 0) && rank < (to[place] ?? 0);
}
