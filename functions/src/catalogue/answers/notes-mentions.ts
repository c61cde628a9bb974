import { splitSentences } from '../../feeds/read/split-sentences.ts';
import { pieceAt } from '../../feeds/transcripts/spoken-matches.ts';
import type { Match } from '../../query/phrase-finder.ts';

export interface NotesFound {
  /** True if the notes begin with prose that has a match near its start. */
  introduction: boolean;
  /** True if several sentences or lines have a match. */
  often: boolean;
}

/** Min sentences or lines with a match: these, and one more for each stretch of long notes. */
const SEVERAL = 2;
/** UTF-16 code units, like the lengths below. */
const STRETCH = 5_000;
/** Notes of this many lines are a list, whose lines count, not their sentences. */
const LIST_LINES = 4;
/** A match that starts before this offset is in the introduction. */
const INTRODUCTION = 80;
/** Min length of a line of prose; shorter lines are list items. */
const PROSE = 60;

/** @param matches In order. */
export function readNotes(notes: string, matches: readonly Match[]): NotesFound {
  if (matches.length === 0) return { introduction: false, often: false };
  const own = matches.filter((match) => isOwnMention(notes, match));
  const headlines = headlinesEnd(notes);
  const told = own.filter(({ start }) => start >= headlines);
  const listed = told.length < own.length ? 1 : 0;
  const pieces = listed + countPieces(notes, told);
  return {
    introduction: headlines === 0 && isIntroduced(notes, own),
    often: pieces >= SEVERAL + Math.floor(notes.length / STRETCH),
  };
}

/** True if a chapter's title, or another line, has a match that is not a bare item of a list. */
export function hasOwnMention(lines: string, matches: readonly Match[]): boolean {
  return matches.some((match) => !isListItem(lines, match));
}

function isOwnMention(notes: string, match: Match): boolean {
  return !isListItem(notes, match) && !isOtherName(notes, match);
}

const BEFORE_ITEM = /(?:^|[,;:(\n、،]|[,;]?\s(?:and|or|und|oder|et|ou|y|e|o|&))\s*$/iu;
const BEHIND_ITEM = /^\s*(?:$|[,;.)\n、،]|(?:and|or|und|oder|et|ou|y|e|o|&)\s)/iu;
const COMMA_BEFORE = /[,;、،]\s*(?:(?:and|or|und|oder|et|ou|y|e|o|&)\s+)?$/iu;
const COMMA_BEHIND = /^\s*[,;、،]/u;
const CONTEXT = 30;

/** True for a bare item of a comma list: "Uber, Lyft and Airbnb". */
function isListItem(text: string, { start, end }: Match): boolean {
  const before = text.slice(Math.max(0, start - CONTEXT), start);
  const behind = text.slice(end, end + CONTEXT);
  if (!BEFORE_ITEM.test(before) || !BEHIND_ITEM.test(behind)) return false;
  return COMMA_BEFORE.test(before) || COMMA_BEHIND.test(behind);
}

const ONE_NAME = /^\p{Lu}[\p{L}\p{M}\p{N}]*$/u;
/** A capitalised word, not the first of its sentence, or one with a capital inside; or a name with "of". */
const JOINED =
  /(?:[\p{L}\p{N},;)”’"]\s+\p{Lu}[\p{Ll}\p{M}]{2,}|\p{Ll}+\p{Lu}\p{L}*|\p{Lu}\p{L}+ of)\s$/u;

/** True if a capitalised word before makes the match another name: "macOS Sequoia", "University of Texas". */
function isOtherName(text: string, { start, end }: Match): boolean {
  if (!ONE_NAME.test(text.slice(start, end))) return false;
  return JOINED.test(text.slice(Math.max(0, start - CONTEXT), start));
}

const [MIN_HEADLINES, MAX_HEADLINE] = [5, 70];
const BETWEEN_HEADLINES = /[;|•·]|\s[–—/-]\s/u;

/** End of a first line that lists five headlines or more, as a digest of news does; 0 if there is none. */
function headlinesEnd(notes: string): number {
  const end = notes.indexOf('\n');
  const line = end === -1 ? notes : notes.slice(0, end);
  const headlines = line.split(BETWEEN_HEADLINES).filter((each) => each.trim() !== '');
  const isDigest =
    headlines.length >= MIN_HEADLINES && headlines.every(({ length }) => length < MAX_HEADLINE);
  return isDigest ? line.length : 0;
}

function isIntroduced(notes: string, [first]: readonly Match[]): boolean {
  if (first === undefined || first.start >= INTRODUCTION) return false;
  const lineStart = notes.lastIndexOf('\n', first.start) + 1;
  const lineEnd = notes.indexOf('\n', first.start);
  return (lineEnd === -1 ? notes.length : lineEnd) - lineStart >= PROSE;
}

function countPieces(notes: string, matches: readonly Match[]): number {
  if (matches.length < 2) return matches.length;
  const starts = isList(notes)
    ? lineStarts(notes)
    : splitSentences(notes).map(({ start }) => start);
  return new Set(matches.map(({ start }) => pieceAt(starts, start))).size;
}

function isList(notes: string): boolean {
  return notes.split('\n').filter((line) => line.trim() !== '').length >= LIST_LINES;
}

function lineStarts(notes: string): number[] {
  const starts = [0];
  for (let at = notes.indexOf('\n'); at !== -1; at = notes.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  return starts;
}
