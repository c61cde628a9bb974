import { tokensOf } from '../catalogue/keyword-tokens.ts';

/** The texts of an episode that a keyword is looked for in, each for itself. */
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

/** What may follow a row of tokens; `keyword` is the place of the keyword that ends here, or -1. */
interface Node {
  keyword: number;
  next: Map<string, Node> | undefined;
}

/**
 * A matcher for keywords in their normal form (`normaliseKeyword`), each given once: an episode
 * mentions a keyword exactly if a search for it finds the episode. An empty keyword matches nothing.
 *
 * The keywords' tokens form a tree that is walked along each text from each of its tokens, so the
 * time depends on the texts' length, hardly on how many keywords there are.
 */
export function createMatcher(keywords: Iterable<string>): KeywordMatcher {
  const root = new Map<string, Node>();
  let place = 0;
  for (const keyword of keywords) {
    plant(root, keyword, place);
    place += 1;
  }
  // By keyword, the number of the episode that was last found to mention it.
  const lastMentionedIn = new Uint32Array(place);
  let episode = 0;
  return {
    match: ({ title, podcast, publisher, description }) => {
      episode += 1;
      const places: number[] = [];
      for (const text of [title, podcast, publisher, description]) {
        for (const found of walk(root, tokensOf(text))) {
          if (lastMentionedIn[found] === episode) continue;
          lastMentionedIn[found] = episode;
          places.push(found);
        }
      }
      return places;
    },
  };
}

function plant(root: Map<string, Node>, keyword: string, place: number): void {
  if (keyword === '') return;
  let next = root;
  let node: Node | undefined;
  for (const token of keyword.split(' ')) {
    if (node !== undefined) next = node.next ??= new Map<string, Node>();
    node = next.get(token);
    if (node === undefined) next.set(token, (node = { keyword: -1, next: undefined }));
  }
  if (node !== undefined) node.keyword = place;
}

/** The places of the keywords that stand in a row of tokens, as often as they do. */
function walk(root: Map<string, Node>, tokens: readonly string[]): number[] {
  const places: number[] = [];
  for (let start = 0; start < tokens.length; start += 1) {
    let next: Map<string, Node> | undefined = root;
    for (let at = start; next !== undefined; at += 1) {
      const token = tokens[at];
      const node: Node | undefined = token === undefined ? undefined : next.get(token);
      if (node !== undefined && node.keyword >= 0) places.push(node.keyword);
      next = node?.next;
    }
  }
  return places;
}
