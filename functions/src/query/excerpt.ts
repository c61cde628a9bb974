import {
  HIGHLIGHT_END,
  HIGHLIGHT_START,
  withoutForgedHighlights,
} from '../contract/episodes/highlight.ts';
import { type MakeFinder, type Match, phraseFinder } from './phrase-finder.ts';
import { planOfKey } from './normalize-query.ts';
import { wantedPhrases, wantedSpoken } from './query-plan.ts';

/** Unicode noncharacters, which no stored text contains. */
export const MATCH_START = '\uFDD0';
export const MATCH_END = '\uFDD1';

/** Max length of an excerpt, UTF-16 code units, without markers and ellipses. */
export const EXCERPT_LENGTH = 600;
/** Max text before the first match, UTF-16 code units. A phone shows about 110 characters in three lines. */
const LEAD_LENGTH = 80;
/** How far before the limit to look for white space at which the excerpt can end, UTF-16 code units. */
const SPACE_SEARCH_LENGTH = 80;

/** Moves the index out of a surrogate pair. */
function alignToCharacter(text: string, index: number): number {
  return /^[\uDC00-\uDFFF]/.test(text.charAt(index)) &&
    /[\uD800-\uDBFF]$/.test(text.charAt(index - 1))
    ? index - 1
    : index;
}

function findStart(text: string, match: number, lead: number): number {
  if (match <= lead) return 0;
  const from = match - lead;
  const before = text.slice(from, match);
  const sentence = /^[\s\S]*(?:[.!?…]["'”’)]*\s|\n)\s*(?=\S)/.exec(before)?.[0];
  const word = sentence ?? /^\S*\s+(?=\S)/.exec(before)?.[0];
  return word === undefined ? alignToCharacter(text, from) : from + word.length;
}

function findEnd(text: string, start: number): number {
  const limit = Math.min(start + EXCERPT_LENGTH, text.length);
  if (limit === text.length || /^\s/.test(text.charAt(limit))) return limit;
  const searched = Math.max(start, limit - SPACE_SEARCH_LENGTH);
  const space = /[\s\S]*\s/.exec(text.slice(searched, limit))?.[0];
  return space === undefined ? alignToCharacter(text, limit) : searched + space.trimEnd().length;
}

/**
 * Starts at a sentence or word before the first match. Removes highlight markers that the text itself contains.
 * @param matches Sorted, without overlaps.
 * @param lead Max text before the first match, UTF-16 code units.
 */
export function excerpt(text: string, matches: readonly Match[], lead = LEAD_LENGTH): string {
  const start = findStart(text, matches[0]?.start ?? 0, lead);
  const end = findEnd(text, start);
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

export function keywordExcerpt(description: string, keyword: string): string {
  const plan = planOfKey(keyword);
  return excerptsFor(plan === null ? [] : wantedPhrases(plan))(description);
}

export function spokenMarker(keyword: string): (text: string) => string {
  const plan = planOfKey(keyword);
  return markerOf(plan === null ? [] : wantedSpoken(plan));
}

/** Phrases are in normal form; a final `*` marks a prefix. */
export function excerptsFor(
  phrases: readonly string[],
  finderOf: MakeFinder = phraseFinder,
): (notes: string) => string {
  const find = finderOf(phrases);
  return (notes) => excerpt(notes, find(notes, EXCERPT_LENGTH));
}

/** Surrounds matches with `MATCH_START` and `MATCH_END`, as FTS5's `highlight` does. */
export function markerOf(phrases: readonly string[]): (text: string) => string {
  const find = phraseFinder(phrases);
  return (text) => {
    let marked = '';
    let done = 0;
    for (const { start, end } of find(text)) {
      marked += text.slice(done, start) + MATCH_START + text.slice(start, end) + MATCH_END;
      done = end;
    }
    return marked + text.slice(done);
  };
}
