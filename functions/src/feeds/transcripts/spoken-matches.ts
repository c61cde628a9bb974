import {
  HIGHLIGHT_END,
  HIGHLIGHT_START,
  MACHINE_SPEAKER,
  MAX_SPOKEN_SHOWN,
  MINUTE_MS,
  type SpokenMatch,
} from '../../contract/index.ts';
import { MATCH_END, MATCH_START } from '../../query/excerpt.ts';
import { clockText } from '../../platform/clock-text.ts';
import { markSearched } from './searched-speech.ts';
import type { SpokenText } from './spoken-text.ts';

/** Max length of a quotation before and after the match, UTF-16 code units. */
const LEAD_LENGTH = 90;
const REST_LENGTH = 130;
/** Length of one minute of speech, UTF-16 code units. */
const MINUTE_LENGTH = 900;

/**
 * Limits per query for quoting a machine's transcript, because the publisher owns the words and has not
 * published them as text.
 */
export const MACHINE_LIMITS = {
  words: 200,
  aroundMs: 15_000,
};

const MARKERS = /[\uFDD0\uFDD1]/g;

export interface SpokenMatches {
  /** Quotations of the first matches, in order. A match inside the previous quotation gets none of its own. */
  spoken: SpokenMatch[];
  spokenTotal: number;
  /** Number of minutes with a match, `of` all. Without times, counts stretches of about a minute of speech. */
  minutes: number;
  of: number;
}

/** @param mark Puts each match between `MATCH_START` and `MATCH_END`. */
export function spokenMatches(
  said: SpokenText,
  mark: (text: string) => string,
  maxQuotations = MAX_SPOKEN_SHOWN,
): SpokenMatches | null {
  const { text, starts, timesMs, speakers } = said;
  const marked = markSearched(said, mark);
  const spoken: SpokenMatch[] = [];
  let spokenTotal = 0;
  const minutes = new Set<number>();
  let matches = 0;
  let quotedTo = 0;
  let wordsLeft = MACHINE_LIMITS.words;
  for (let at = marked.indexOf(MATCH_START); at !== -1; at = marked.indexOf(MATCH_START, at + 1)) {
    if (at >= quotedTo) spokenTotal += 1;
    // Offset in the text without markers: each earlier match added two.
    const offset = at - 2 * matches;
    const piece = pieceAt(starts, offset);
    const atMs = timesMs[piece] ?? null;
    minutes.add(minuteOf(said, offset));
    if (spoken.length < maxQuotations && at >= quotedTo && wordsLeft > 0) {
      const speaker = speakers[piece];
      const isMachine = speaker === MACHINE_SPEAKER;
      const quotation = quote(marked, at, isMachine ? reachOf(said, piece, offset) : FULL_REACH);
      if (isMachine) wordsLeft -= countWords(quotation.text);
      if (wordsLeft >= 0) {
        quotedTo = quotation.end;
        spoken.push({ text: quotation.text, atMs, ...(speaker !== undefined && { speaker }) });
      }
    }
    matches += 1;
  }
  if (spokenTotal === 0) return null;
  return { spoken, spokenTotal, minutes: minutes.size, of: minuteOf(said, text.length) + 1 };
}

/** Number of the minute in which the text at the offset is said. */
function minuteOf({ starts, timesMs }: SpokenText, offset: number): number {
  const atMs = timesMs[pieceAt(starts, offset)] ?? null;
  return Math.floor(atMs === null ? offset / MINUTE_LENGTH : atMs / MINUTE_MS);
}

interface Reach {
  before: number;
  after: number;
}

const FULL_REACH: Reach = { before: LEAD_LENGTH, after: Infinity };

/** A quotation from a machine's transcript covers only cues that begin near the match. */
function reachOf({ text, starts, timesMs }: SpokenText, piece: number, offset: number): Reach {
  const atMs = timesMs[piece] ?? 0;
  const isNear = (other: number) =>
    Math.abs((timesMs[other] ?? Infinity) - atMs) <= MACHINE_LIMITS.aroundMs;
  let [first, end] = [piece, piece + 1];
  while (first > 0 && isNear(first - 1) && offset - (starts[first] ?? 0) < LEAD_LENGTH) first -= 1;
  while (end < starts.length && isNear(end) && (starts[end] ?? 0) - offset < REST_LENGTH) end += 1;
  // Includes the space before the first cue, because it shows that a word begins there.
  return {
    before: offset - (starts[first] ?? 0) + 1,
    after: (starts[end] ?? text.length) - offset,
  };
}

/** Index of the last start at or before `offset`. */
export function pieceAt(starts: readonly number[], offset: number): number {
  let [first, end] = [0, starts.length];
  while (end - first > 1) {
    const middle = (first + end) >> 1;
    if ((starts[middle] ?? Infinity) <= offset) first = middle;
    else end = middle;
  }
  return first;
}

function quote(
  marked: string,
  at: number,
  { before: lead, after }: Reach,
): { text: string; end: number } {
  const start = startOf(marked, at, Math.min(LEAD_LENGTH, lead));
  const matchEnd = marked.indexOf(MATCH_END, at) + 1;
  const end = endOf(
    marked,
    matchEnd,
    Math.max(0, Math.min(REST_LENGTH, at + after + 2 - matchEnd)),
  );
  const before = marked.slice(start, at).replace(MARKERS, '');
  let match = marked.slice(at, end);
  if (match.endsWith(MATCH_START)) match = match.slice(0, -1);
  if (match.lastIndexOf(MATCH_START) > match.lastIndexOf(MATCH_END)) match += MATCH_END;
  const shown = (before + match)
    .replaceAll(MATCH_START, HIGHLIGHT_START)
    .replaceAll(MATCH_END, HIGHLIGHT_END)
    .trim();
  const goesOn = end < marked.length && !/[.!?…]$/.test(shown);
  return { text: `${start > 0 ? '…' : ''}${shown}${goesOn ? '…' : ''}`, end };
}

function startOf(marked: string, at: number, length: number): number {
  const from = Math.max(0, at - length);
  const lead = marked.slice(from, at);
  const sentence = /^[\s\S]*[.!?…]["'”’)]*\s+(?=\S|$)/.exec(lead)?.[0];
  if (sentence !== undefined) return from + sentence.length;
  if (from === 0) return 0;
  return from + (/^\S*\s+/.exec(lead)?.[0].length ?? lead.length);
}

function endOf(marked: string, matchEnd: number, length: number): number {
  const rest = marked.slice(matchEnd, matchEnd + length);
  const sentence = /^[^.!?…]*[.!?…]+["'”’)]*(?=\s|$)/.exec(rest)?.[0];
  if (sentence !== undefined) return matchEnd + sentence.length;
  if (matchEnd + rest.length >= marked.length) return marked.length;
  return matchEnd + (/^[\s\S]*(?=\s)/.exec(rest)?.[0].trimEnd().length ?? 0);
}

export function mayShow(quotations: readonly SpokenMatch[]): boolean {
  const texts = quotations
    .filter(({ speaker }) => speaker === MACHINE_SPEAKER)
    .map(({ text }) => text);
  return countWords(texts.join(' ')) <= MACHINE_LIMITS.words;
}

const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/gu;
const LETTERS_PER_WORD = 2;

function countWords(text: string): number {
  const letters = text.match(UNSPACED)?.length ?? 0;
  return text.split(/\s+/).length + Math.ceil(letters / LETTERS_PER_WORD);
}

/**
 * @param isOff True if the audio is known to differ in length from the feed. Times are always approximate,
 * because adverts inserted later shift them.
 */
export function quotationText({ text, atMs, speaker }: SpokenMatch, isOff = false): string {
  const isMachine = speaker === MACHINE_SPEAKER;
  const who = speaker === undefined || isMachine ? '' : ` by ${speaker}`;
  const off = isOff ? ' (times may be off)' : '';
  const when = atMs === null ? '' : ` at about ${clockText(atMs)}${off}`;
  return `${isMachine ? MACHINE_SPEAKER : 'Said'}${who}${when}: ${text}`;
}
