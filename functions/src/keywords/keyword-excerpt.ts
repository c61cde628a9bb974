import { excerpt, MATCH_END, MATCH_START } from './excerpt.ts';
import { placedTokensOf } from './keyword-tokens.ts';

/**
 * What a search for the keyword shows of a description: an excerpt around the first match with the
 * contract's highlight markers, or the beginning where nothing matches.
 * @param keyword Its tokens, joined by spaces (`normaliseKeyword`).
 */
export function keywordExcerpt(description: string, keyword: string): string {
  return excerpt(markKeyword(description, keyword));
}

/** The text with every match of the keyword between `MATCH_START` and `MATCH_END`. */
export function markKeyword(text: string, keyword: string): string {
  let marked = '';
  let done = 0;
  for (const { start, end } of matchesIn(text, keyword)) {
    marked += text.slice(done, start) + MATCH_START + text.slice(start, end) + MATCH_END;
    done = end;
  }
  return marked + text.slice(done);
}

/** From the first to the last character of every match; matches that share a word are one. */
function matchesIn(text: string, keyword: string): { start: number; end: number }[] {
  const wanted = keyword.split(' ');
  const tokens = placedTokensOf(text);
  const matches: { start: number; end: number }[] = [];
  for (let at = 0; at + wanted.length <= tokens.length; at += 1) {
    if (wanted.some((token, index) => tokens[at + index]?.token !== token)) continue;
    const start = tokens[at]?.start ?? 0;
    const end = tokens[at + wanted.length - 1]?.end ?? start;
    const last = matches.at(-1);
    if (last !== undefined && start < last.end) last.end = end;
    else matches.push({ start, end });
  }
  return matches;
}
