import { readTimeStamp } from '../read/time-stamp.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { captionCues, looksLikeCaptions } from './transcript-formats.ts';
import type { Cue } from './transcript.ts';

/**
 * Times with fewer words per second are in milliseconds, because even slow speech has ten times as many
 * words.
 */
const MIN_WORDS_PER_SECOND = 0.1;

type Piece = Record<string, unknown>;

/**
 * Reads the podcast namespace's `segments` and the formats of common tools, including JSON Lines and captions
 * inside a JSON value.
 */
export function jsonCues(text: string): Cue[] | null {
  const parsed = parseJson(text) ?? parsedLines(text);
  const pieces = piecesOf(parsed);
  if (pieces !== null) return cuesOfPieces(pieces);
  if (!isRecord(parsed)) return null;
  const captions = Object.values(parsed).find(
    (value) => typeof value === 'string' && looksLikeCaptions(value.slice(0, 1000)),
  );
  return typeof captions === 'string' ? captionCues(captions) : null;
}

function parsedLines(text: string): unknown[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (!lines.every((line) => line.startsWith('{'))) return null;
  const parsed = lines.map((line) => parseJson(line));
  return parsed.every(isRecord) ? parsed : null;
}

const LISTS = ['segments', 'transcription', 'utterances', 'words'];

function piecesOf(parsed: unknown): readonly unknown[] | null {
  if (Array.isArray(parsed)) return parsed as unknown[];
  if (!isRecord(parsed)) return null;
  const list = LISTS.map((name) => parsed[name]).find((value) => Array.isArray(value)) as
    unknown[] | undefined;
  return list ?? deepgramPieces(parsed['results']);
}

/** Returns the sentences of the paragraphs. Without paragraphs, returns the words. */
function deepgramPieces(results: unknown): readonly unknown[] | null {
  const first = (value: unknown, name: string): unknown => {
    const list = isRecord(value) ? value[name] : undefined;
    return Array.isArray(list) ? list[0] : undefined;
  };
  const best = first(first(results, 'channels'), 'alternatives');
  if (!isRecord(best)) return null;
  const { paragraphs, words } = best;
  const listed = isRecord(paragraphs) ? paragraphs['paragraphs'] : undefined;
  if (!Array.isArray(listed)) return Array.isArray(words) ? words : null;
  return listed.flatMap((each: unknown) => {
    const sentences = isRecord(each) ? each['sentences'] : undefined;
    return Array.isArray(sentences) ? (sentences as unknown[]) : [];
  });
}

function cuesOfPieces(pieces: readonly unknown[]): Cue[] | null {
  const read: { piece: Piece; text: string }[] = [];
  for (const piece of pieces) {
    if (!isRecord(piece)) continue;
    const { body, text, punctuated_word: punctuated, word } = piece;
    const said = body ?? text ?? punctuated ?? word;
    if (typeof said === 'string') read.push({ piece, text: said });
  }
  const unit = isInMilliseconds(read) ? 1000 : 1;
  const cues = read.map(({ piece, text }): Cue => {
    const { speaker } = piece;
    return {
      startMs: startOf(piece, unit),
      ...(typeof speaker === 'string' && { speaker }),
      text,
    };
  });
  return pieces.length > 0 && cues.length === 0 ? null : cues;
}

function isInMilliseconds(read: readonly { piece: Piece; text: string }[]): boolean {
  const starts = read.map(({ piece }) => piece['startTime'] ?? piece['start']);
  if (!starts.every(Number.isInteger)) return false;
  const span = Number(starts.at(-1)) - Number(starts[0]);
  const words = read.reduce((sum, { text }) => sum + text.trim().split(/\s+/).length, 0);
  return span >= 1000 && words < span * MIN_WORDS_PER_SECOND;
}

function startOf({ startTime, start, offsets, timestamps }: Piece, unit: number): number | null {
  const inMs = isRecord(offsets) ? offsets['from'] : undefined;
  if (typeof inMs === 'number') return momentOf(inMs / 1000, 1);
  const clock = isRecord(timestamps) ? timestamps['from'] : undefined;
  return momentOf(startTime ?? start ?? clock, unit);
}

function momentOf(written: unknown, unit: number): number | null {
  if (typeof written !== 'number' && typeof written !== 'string') return null;
  const seconds = Number(written) / unit;
  // `String` would write tiny numbers with an exponent.
  return readTimeStamp(Number.isFinite(seconds) ? seconds.toFixed(3) : String(written));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
