import { HIGHLIGHT_END, HIGHLIGHT_START, withoutForgedHighlights } from '../contract/index.ts';

/**
 * Markers of a match in the text that comes from the index: two code points that Unicode reserves
 * for internal use, and that no stored text contains.
 */
export const MATCH_START = '\uFDD0';
export const MATCH_END = '\uFDD1';

const MARKER = /[\uFDD0\uFDD1]/g;

/** Longest excerpt, UTF-16 code units, without markers and ellipses. */
export const EXCERPT_LENGTH = 600;
/** Most text shown before the first match: on a phone three lines hold about 110 characters. */
const LEAD_LENGTH = 80;
/** How far back from its end an excerpt is searched for a space to cut at. */
const CUT_SEARCH_LENGTH = 80;

/** The index, or one less where it would split a surrogate pair. */
function betweenCharacters(text: string, index: number): number {
  return /^[\uDC00-\uDFFF]/.test(text.charAt(index)) &&
    /[\uD800-\uDBFF]$/.test(text.charAt(index - 1))
    ? index - 1
    : index;
}

function startOf(text: string): number {
  const match = text.indexOf(MATCH_START);
  if (match <= LEAD_LENGTH) return 0;
  const from = match - LEAD_LENGTH;
  const lead = text.slice(from, match);
  const sentence = /^[\s\S]*(?:[.!?…]["'”’)]*\s|\n)\s*(?=\S)/.exec(lead)?.[0];
  const word = sentence ?? /^\S*\s+(?=\S)/.exec(lead)?.[0];
  return word === undefined ? betweenCharacters(text, from) : from + word.length;
}

/** Where `EXCERPT_LENGTH` characters from `start` end; markers are not counted. */
function limitFrom(text: string, start: number): number {
  let position = start;
  let remaining = EXCERPT_LENGTH;
  for (const marker of text.slice(start).matchAll(MARKER)) {
    const length = start + marker.index - position;
    // An end marker directly behind the last character belongs to it.
    if (length > remaining || (length === remaining && marker[0] === MATCH_START)) break;
    remaining -= length;
    position = start + marker.index + 1;
  }
  return Math.min(position + remaining, text.length);
}

function endOf(text: string, start: number): number {
  const limit = limitFrom(text, start);
  if (limit >= text.length || /^\s/.test(text.charAt(limit))) return limit;
  const searched = Math.max(start, limit - CUT_SEARCH_LENGTH);
  const space = /[\s\S]*\s/.exec(text.slice(searched, limit))?.[0];
  return space === undefined ? betweenCharacters(text, limit) : searched + space.trimEnd().length;
}

/**
 * What a results page shows of a description whose matches stand between `MATCH_START` and
 * `MATCH_END`: at most `EXCERPT_LENGTH` characters, beginning shortly before the first match at a
 * sentence or else a word, with "…" where text was left out, and with the contract's markers around
 * matches. A match that is cut at the end stays highlighted up to there. Nothing in the text itself
 * can look like a marker.
 */
export function excerpt(marked: string): string {
  const start = startOf(marked);
  const end = endOf(marked, start);
  let shown = marked.slice(start, end);
  if (shown.endsWith(MATCH_START)) shown = shown.slice(0, -1);
  if (shown.lastIndexOf(MATCH_START) > shown.lastIndexOf(MATCH_END)) shown += MATCH_END;
  const text = withoutForgedHighlights(shown)
    .replaceAll(MATCH_START, HIGHLIGHT_START)
    .replaceAll(MATCH_END, HIGHLIGHT_END);
  return `${start > 0 ? '…' : ''}${text}${end < marked.length ? '…' : ''}`;
}
