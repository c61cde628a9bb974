import { excerpt, MATCH_END, MATCH_START } from './excerpt.ts';
import { type PlacedToken, placedTokensOf } from './keyword-tokens.ts';

/**
 * What a search for the keyword shows of a description: an excerpt around the first match with the
 * contract's highlight markers, or the beginning where nothing matches.
 * @param keyword Its tokens, joined by spaces (`normaliseKeyword`).
 */
export function keywordExcerpt(description: string, keyword: string): string {
  return excerpt(markPhrases(description, [keyword]));
}

/**
 * The text with every match of the phrases (of normal form) between `MATCH_START` and `MATCH_END`,
 * as FTS5's `highlight` has it.
 */
export function markPhrases(text: string, phrases: readonly string[]): string {
  let marked = '';
  let done = 0;
  for (const { start, end } of matchesIn(text, phrases)) {
    marked += text.slice(done, start) + MATCH_START + text.slice(start, end) + MATCH_END;
    done = end;
  }
  return marked + text.slice(done);
}

/** From the first to the last character of every match; matches that share a word are one. */
function matchesIn(text: string, phrases: readonly string[]): { start: number; end: number }[] {
  const wanted = phrases.map((phrase) => phrase.split(' '));
  const tokens = placedTokensOf(text);
  const matches: { start: number; end: number }[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const length = longestMatch(tokens, at, wanted);
    if (length === 0) continue;
    const start = tokens[at]?.start ?? 0;
    const end = tokens[at + length - 1]?.end ?? start;
    const last = matches.at(-1);
    if (last === undefined || start >= last.end) matches.push({ start, end });
    else if (end > last.end) last.end = end;
  }
  return matches;
}

/** How many words the longest of the phrases has that stands at this word; 0 where none does. */
function longestMatch(
  tokens: readonly PlacedToken[],
  at: number,
  wanted: readonly (readonly string[])[],
): number {
  let longest = 0;
  for (const words of wanted) {
    if (words.length <= longest) continue;
    if (words.every((word, index) => tokens[at + index]?.token === word)) longest = words.length;
  }
  return longest;
}
