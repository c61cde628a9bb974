import {
  HIGHLIGHT_END,
  HIGHLIGHT_START,
  withoutForgedHighlights,
} from '../contract/episodes/highlight.ts';

/**
 * Markers of a match in the text that comes from the index: two code points that Unicode reserves
 * for internal use, and that no stored text contains.
 */
export const MATCH_START = '\uFDD0';
export const MATCH_END = '\uFDD1';

/** Longest excerpt, UTF-16 code units, without markers and ellipses. */
export const EXCERPT_LENGTH = 600;
/** Most text shown before the first match: on a phone three lines hold about 110 characters. */
const LEAD_LENGTH = 80;
/** How far back from its end an excerpt is searched for a space to cut at. */
const CUT_SEARCH_LENGTH = 80;

/** Where a match stands in a text: from its first UTF-16 code unit to the one behind its last. */
export interface Match {
  start: number;
  end: number;
}

/** The index, or one less where it would split a surrogate pair. */
function betweenCharacters(text: string, index: number): number {
  return /^[\uDC00-\uDFFF]/.test(text.charAt(index)) &&
    /[\uD800-\uDBFF]$/.test(text.charAt(index - 1))
    ? index - 1
    : index;
}

function startOf(text: string, match: number, lead: number): number {
  if (match <= lead) return 0;
  const from = match - lead;
  const before = text.slice(from, match);
  const sentence = /^[\s\S]*(?:[.!?…]["'”’)]*\s|\n)\s*(?=\S)/.exec(before)?.[0];
  const word = sentence ?? /^\S*\s+(?=\S)/.exec(before)?.[0];
  return word === undefined ? betweenCharacters(text, from) : from + word.length;
}

function endOf(text: string, start: number): number {
  const limit = Math.min(start + EXCERPT_LENGTH, text.length);
  if (limit === text.length || /^\s/.test(text.charAt(limit))) return limit;
  const searched = Math.max(start, limit - CUT_SEARCH_LENGTH);
  const space = /[\s\S]*\s/.exec(text.slice(searched, limit))?.[0];
  return space === undefined ? betweenCharacters(text, limit) : searched + space.trimEnd().length;
}

/**
 * What a results page shows of a description: at most `EXCERPT_LENGTH` characters, beginning shortly
 * before the first match at a sentence or else a word, with "…" where text was left out, and with the
 * contract's markers around matches. A match that is cut at the end stays highlighted up to there.
 * Nothing in the text itself can look like a marker.
 * @param matches In order, none within another. Those far behind the first are not needed.
 * @param lead Most text shown before the first match.
 */
export function excerpt(text: string, matches: readonly Match[], lead = LEAD_LENGTH): string {
  const start = startOf(text, matches[0]?.start ?? 0, lead);
  const end = endOf(text, start);
  let shown = start > 0 ? '…' : '';
  let done = start;
  for (const match of matches) {
    if (match.start >= end) break;
    const matchEnd = Math.min(match.end, end);
    shown += withoutForgedHighlights(text.slice(done, match.start));
    shown += HIGHLIGHT_START;
    shown += withoutForgedHighlights(text.slice(match.start, matchEnd));
    shown += HIGHLIGHT_END;
    done = matchEnd;
  }
  shown += withoutForgedHighlights(text.slice(done, end));
  return end < text.length ? `${shown}…` : shown;
}

/**
 * The excerpt of a text whose matches stand between `MATCH_START` and `MATCH_END`. A marker without its
 * counterpart is left out.
 * @param lead Most text shown before the first match.
 */
export function excerptOfMarked(marked: string, lead?: number): string {
  const [before = '', ...pieces] = marked.split(MATCH_START);
  const matches: Match[] = [];
  let text = before.replaceAll(MATCH_END, '');
  for (const piece of pieces) {
    const length = piece.indexOf(MATCH_END);
    if (length > 0) matches.push({ start: text.length, end: text.length + length });
    text += piece.replaceAll(MATCH_END, '');
  }
  return excerpt(text, matches, lead);
}
