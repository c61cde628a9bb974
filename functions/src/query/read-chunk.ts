import {
  isLetter,
  isPaired,
  type Joiner,
  joinerOf,
  KIND,
  type Kind,
  kindOf,
  type Letter,
  letterOf,
  letterOfCode,
  losesMarks,
} from './fold-letter.ts';
import { withSameLetters } from './same-letters.ts';

/** Adjacent letters of one script. Offsets are UTF-16 code units. */
export interface Piece {
  word: string;
  /** Like `word`, but keeps ä ö ü å ø đ, and what {@link withSameLetters} replaces. */
  typed: string;
  hasDigraph: boolean;
  kind: Kind;
  start: number;
  end: number;
  isCapital: boolean;
  /** True if a letter after the first is a capital. */
  hasInnerCapital: boolean;
  /** The sign before the next piece: '' for a change of script, ' ' for a gap. */
  behind: Joiner | '/' | '' | ' ';
  /** Letters with their marks, only for scripts that are indexed by pairs. */
  letters: LetterRange[];
}

interface LetterRange {
  letter: string;
  start: number;
  end: number;
}

/** A longer chunk is split as if by a gap. */
const MAX_LETTERS = 5_000;
/** Max marks per letter, as in UAX 15 stream-safe text. More are dropped. */
const MAX_MARKS = 30;

/** Reads from a letter up to the next gap, appends to `pieces`, and returns the offset after the chunk. */
export function readChunk(text: string, from: number, pieces: Piece[]): number {
  const first = pieces.length;
  const end = readPieces(text, from, pieces);
  for (let at = first; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (piece === undefined || piece.word === (piece.word = withSameLetters(piece.word))) continue;
    for (const each of piece.letters) each.letter = withSameLetters(each.letter);
  }
  return end;
}

function readPieces(text: string, from: number, pieces: Piece[]): number {
  const reader: Reader = { text, pieces, piece: null };
  let at = from;
  for (let letters = 0; at < text.length && letters < MAX_LETTERS;) {
    const code = text.codePointAt(at) ?? 0;
    const kind = kindOf(code);
    if (isLetter(kind) || kind === KIND.several) {
      at = readSigns(reader, readLetter(reader, at, code, kind));
      letters += 1;
    } else if (kind === KIND.dropped || kind === KIND.mark) {
      at += sizeOf(code);
    } else {
      const next = skipJoiner(reader, at, code);
      if (next === null) break;
      at = next;
    }
  }
  return at;
}

interface Reader {
  text: string;
  pieces: Piece[];
  /** The piece that the next letter may continue. */
  piece: Piece | null;
}

function sizeOf(code: number): number {
  return code > 0xffff ? 2 : 1;
}

/** Reads a letter and its marks, normalised together (NFKC); returns the offset after them. */
function readLetter(reader: Reader, at: number, first: number, kind: Kind): number {
  const { text } = reader;
  let end = at + sizeOf(first);
  for (let marks = 0; end < text.length && marks < MAX_MARKS; marks += 1) {
    const code = text.codePointAt(end) ?? 0;
    if (kindOf(code) !== KIND.mark) break;
    end += sizeOf(code);
  }
  const isAlone = end === at + sizeOf(first);
  if (isAlone && kind !== KIND.several) {
    addLetter(reader, letterOfCode(first), kind, at, end);
    return end;
  }
  for (const each of text.slice(at, end).normalize('NFKC')) {
    const kindOfEach = kindOf(each.codePointAt(0) ?? 0);
    if (isLetter(kindOfEach)) addLetter(reader, letterOf(each), kindOfEach, at, end);
    else if (kindOfEach === KIND.mark) addMark(reader, each, end);
    else if (kindOfEach !== KIND.dropped) endPiece(reader, ' ');
  }
  return end;
}

function addLetter(reader: Reader, letter: Letter, kind: Kind, start: number, end: number): void {
  const { plain, typed, isCapital } = letter;
  let { piece } = reader;
  if (piece === null || !isOneWord(piece.kind, kind)) {
    const letters: LetterRange[] = [];
    piece = {
      word: '',
      typed: '',
      hasDigraph: false,
      kind,
      start,
      end,
      isCapital,
      hasInnerCapital: false,
      behind: '',
      letters,
    };
    reader.piece = piece;
    reader.pieces.push(piece);
  } else piece.hasInnerCapital ||= isCapital;
  piece.typed += typed;
  piece.hasDigraph ||= typed !== plain;
  piece.word += plain;
  piece.end = end;
  if (piece.kind === KIND.digit) piece.kind = kind;
  if (isPaired(kind)) piece.letters.push({ letter: plain, start, end });
}

/** Digits belong to adjacent words, except in scripts without blanks. */
function isOneWord(one: Kind, other: Kind): boolean {
  if (one === other) return true;
  const isDigit = one === KIND.digit || other === KIND.digit;
  return isDigit && !isPaired(one) && !isPaired(other);
}

function addMark({ piece }: Reader, mark: string, end: number): void {
  if (piece === null) return;
  piece.end = end;
  if (losesMarks(piece.word.charAt(0))) return;
  piece.word += mark;
  piece.typed += mark;
  const last = piece.letters.at(-1);
  if (last === undefined) return;
  last.letter += mark;
  last.end = end;
}

function endPiece(reader: Reader, behind: Piece['behind']): void {
  if (reader.piece === null) return;
  reader.piece.behind = behind;
  reader.piece = null;
}

const QUOTES = ['"', '”', '“', '„'];
/** Between two names, as in AC/DC. */
const SLASHES = ['/', '／', '⁄', '∕'];
const HEBREW = /^[\u05D0-\u05EA]/;

/** Returns the offset at which the chunk continues; null if it ends at this sign. */
function skipJoiner(reader: Reader, at: number, code: number): number | null {
  const { text, piece } = reader;
  const sign = SLASHES.includes(text.charAt(at)) ? '/' : joinerOf(code);
  const next = skipDropped(text, at + sizeOf(code));
  const isHebrew = HEBREW.test(piece?.word ?? '') && HEBREW.test(text.charAt(next));
  if (isHebrew && (sign === "'" || QUOTES.includes(text.charAt(at)))) return next;
  if (sign === undefined || piece === null) return null;
  if (isLetterAt(text, next)) {
    endPiece(reader, sign);
    return next;
  }
  const initial = sign === '.' && isOneLetter(piece) ? findInitial(text, next) : null;
  if (initial !== null) endPiece(reader, '.');
  return initial;
}

export function isOneLetter({ word, kind }: Piece): boolean {
  return word.length === 1 && kind === KIND.western;
}

/** Returns the offset of a following initial that has its own dot ("J. P. Morgan"), or null. */
function findInitial(text: string, at: number): number | null {
  if (text.charAt(at) !== ' ' && text.charAt(at) !== '\u00A0') return null;
  if (!isLetterAt(text, at + 1) || joinerOf(text.charCodeAt(at + 2)) !== '.') return null;
  return kindOf(text.charCodeAt(at + 1)) === KIND.western ? at + 1 : null;
}

function isLetterAt(text: string, at: number): boolean {
  if (at >= text.length) return false;
  const kind = kindOf(text.codePointAt(at) ?? 0);
  return isLetter(kind) || kind === KIND.several;
}

const MAX_DROPPED = 20;

function skipDropped(text: string, from: number): number {
  let at = from;
  while (at < from + MAX_DROPPED && kindOf(text.charCodeAt(at)) === KIND.dropped) at += 1;
  return at;
}

/** Names that differ from a single letter only by their signs. */
const SIGNED = new Set(['c++', 'c+', 'c#', 'f#', 'g++', 'j#']);
const TOKEN_SIGNS: Partial<Record<string, string>> = { '+': '＋', '#': '＃', '.': '．' };
const SIGNS: Partial<Record<string, string>> = {
  '+': '+',
  '＋': '+',
  '#': '#',
  '＃': '#',
  '♯': '#',
};
const MAX_SIGNS = 2;
const DOT_NAME = 'net';

function readSigns(reader: Reader, at: number): number {
  const { text, piece } = reader;
  if (piece === null) return at;
  if (piece.word === DOT_NAME && beginsWithDot(text, piece, at)) {
    piece.typed = `.${DOT_NAME}`;
    piece.word = withTokenSigns(piece.typed);
    piece.start -= 1;
    endPiece(reader, '');
    return at;
  }
  if (piece.word.length !== 1 || SIGNS[text.charAt(at)] === undefined) return at;
  let signs = '';
  let end = at;
  for (let sign = SIGNS[text.charAt(end)]; sign !== undefined; sign = SIGNS[text.charAt(end)]) {
    if (signs.length > MAX_SIGNS) return at;
    signs += sign;
    end += 1;
  }
  const isName = SIGNED.has(piece.word + signs) && !isWesternAt(text, end);
  if (!isName) return at;
  piece.typed += signs;
  piece.word = withTokenSigns(piece.typed);
  piece.end = end;
  endPiece(reader, '');
  return end;
}

/** Replaces `+ # .` by their full-width forms, because SQLite's tokenizer would split at the ASCII ones. */
export function withTokenSigns(typed: string): string {
  return typed.replace(/[+#.]/g, (sign) => TOKEN_SIGNS[sign] ?? sign);
}

function isWesternAt(text: string, at: number): boolean {
  return at < text.length && kindOf(text.charCodeAt(at)) === KIND.western;
}

function beginsWithDot(text: string, { start }: Piece, end: number): boolean {
  if (joinerOf(text.charCodeAt(start - 1)) !== '.' || isLetterAt(text, end)) return false;
  if (start < 2) return true;
  const before = kindOf(text.charCodeAt(start - 2));
  return before === KIND.gap;
}
