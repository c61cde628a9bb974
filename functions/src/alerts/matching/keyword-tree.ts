import { createIntPairMap, type IntPairMap } from './int-pair-map.ts';

/** No node, no token, no keyword; in a row of tokens also the end of a text. */
export const NONE = -1;

/** The keywords' rows of tokens, with what they begin with alike told once. */
export interface KeywordTree {
  /**
   * The places (from 0, in the order they were given) of the keywords that stand in a row of tokens,
   * each once, in no particular order. No keyword reaches across {@link NONE}.
   */
  mentionedIn(row: Int32Array): number[];
}

/**
 * A tree of keywords in their normal form (`normaliseKeyword`), that is walked along
 * each text from each of its tokens: the time depends on the texts' length, hardly on how many
 * keywords there are. An empty keyword stands nowhere, and so does one with a token that the
 * vocabulary lacks.
 * @param vocabulary The number of every token, from 0.
 */
export function plantKeywordTree(
  keywords: Iterable<string>,
  vocabulary: ReadonlyMap<string, number>,
): KeywordTree {
  const edges = createIntPairMap();
  // The first node of a keyword has the number of its first token.
  let nodes = vocabulary.size;
  const ends: number[] = [];
  for (const keyword of keywords) {
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
  // Of keywords that are the same, each leads to the one before.
  const sameAs = new Int32Array(ends.length).fill(NONE);
  for (const [place, node] of ends.entries()) {
    if (node === NONE) continue;
    sameAs[place] = keywordAt[node] ?? NONE;
    keywordAt[node] = place;
  }

  // By keyword, the number of the row that was last found to mention it.
  const lastMentionedIn = new Uint32Array(ends.length);
  let rows = 0;
  return {
    mentionedIn: (row) => {
      rows += 1;
      const places: number[] = [];
      for (const place of placesIn(row, edges, keywordAt, sameAs)) {
        if (lastMentionedIn[place] === rows) continue;
        lastMentionedIn[place] = rows;
        places.push(place);
      }
      return places;
    },
  };
}

/** The places of the keywords that stand in a row, as often as they do. */
function placesIn(
  row: Int32Array,
  edges: IntPairMap,
  keywordAt: Int32Array,
  sameAs: Int32Array,
): number[] {
  const places: number[] = [];
  for (let start = 0; start < row.length; start += 1) {
    let node = row[start] ?? NONE;
    for (let at = start + 1; node !== NONE; at += 1) {
      let place = keywordAt[node] ?? NONE;
      for (; place !== NONE; place = sameAs[place] ?? NONE) places.push(place);
      const token = row[at] ?? NONE;
      node = token === NONE ? NONE : edges.get(node, token);
    }
  }
  return places;
}
