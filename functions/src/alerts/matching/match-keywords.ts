import { tokensOf } from '../../keywords/keyword-tokens.ts';
import { createIntPairMap, type IntPairMap } from './int-pair-map.ts';

/** The texts of an episode that a keyword is looked for in, each separately. */
export interface SearchedTexts {
  title: string;
  podcast: string;
  publisher: string;
  description: string;
}

export interface KeywordMatcher {
  /**
   * The places (from 0, in the order they were given) of the keywords an episode mentions, each
   * once, in no particular order.
   */
  match(episode: SearchedTexts): number[];
}

/** No node, no token, no keyword. */
const NONE = -1;

/**
 * A matcher for keywords in their normal form (`normaliseKeyword`), each given once: an episode
 * mentions a keyword exactly if a search for it finds the episode. An empty keyword matches nothing.
 *
 * The keywords' tokens form a tree that is walked along each text from each of its tokens, so the
 * time depends on the texts' length, hardly on how many keywords there are.
 */
export function createMatcher(keywords: Iterable<string>): KeywordMatcher {
  const tree = plantTree(keywords);
  // By keyword, the number of the episode that was last found to mention it.
  const lastMentionedIn = new Uint32Array(tree.size);
  let episode = 0;
  return {
    match: ({ title, podcast, publisher, description }) => {
      episode += 1;
      const places: number[] = [];
      for (const text of [title, podcast, publisher, description]) {
        for (const place of walk(tree, tokensOf(text))) {
          if (lastMentionedIn[place] === episode) continue;
          lastMentionedIn[place] = episode;
          places.push(place);
        }
      }
      return places;
    },
  };
}

/** The keywords' rows of tokens, with what they begin with alike told once. */
interface Tree {
  /** How many keywords were given. */
  size: number;
  /** Every token of a keyword by its number, which is also that of the node it leads to at first. */
  tokens: ReadonlyMap<string, number>;
  /** By node and the number of the token that follows, the node that leads to. */
  edges: IntPairMap;
  /** By node, the place of the keyword that ends there, or {@link NONE}. */
  keywordAt: Int32Array;
}

function plantTree(keywords: Iterable<string>): Tree {
  const rows: string[][] = [];
  const tokens = new Map<string, number>();
  for (const keyword of keywords) {
    const row = keyword === '' ? [] : keyword.split(' ');
    for (const token of row) if (!tokens.has(token)) tokens.set(token, tokens.size);
    rows.push(row);
  }

  const edges = createIntPairMap();
  let nodes = tokens.size;
  const ends = rows.map((row) => {
    let node = NONE;
    for (const word of row) {
      const token = tokens.get(word) ?? NONE;
      if (node === NONE) {
        node = token;
        continue;
      }
      let next = edges.get(node, token);
      if (next === NONE) edges.add(node, token, (next = nodes++));
      node = next;
    }
    return node;
  });
  const keywordAt = new Int32Array(nodes).fill(NONE);
  for (const [place, node] of ends.entries()) if (node !== NONE) keywordAt[node] = place;
  return { size: rows.length, tokens, edges, keywordAt };
}

/** The places of the keywords that stand in a text's words, as often as they do. */
function walk({ tokens, edges, keywordAt }: Tree, words: readonly string[]): number[] {
  const places: number[] = [];
  const row = words.map((word) => tokens.get(word) ?? NONE);
  for (let start = 0; start < row.length; start += 1) {
    let node = row[start] ?? NONE;
    for (let at = start + 1; node !== NONE; at += 1) {
      const place = keywordAt[node] ?? NONE;
      if (place !== NONE) places.push(place);
      const token = row[at] ?? NONE;
      node = token === NONE ? NONE : edges.get(node, token);
    }
  }
  return places;
}
