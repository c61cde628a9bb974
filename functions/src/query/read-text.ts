import { AND, isAndAt, isLetter, isPaired, KIND, kindOf, withDigraphs } from './fold-letter.ts';
import type { Spelling } from './other-spellings.ts';
import { pairsOf, pairsOfWords } from './paired-letters.ts';
import { IS_GAP, IS_JOINT, IS_WORD, isPlain, isUsualCase, kinds, LOWER } from './plain-word.ts';
import { type Piece, readChunk } from './read-chunk.ts';
import {
  type Compound,
  compoundsOf,
  hasJoinedForm,
  isInAddress,
  isInitial,
  numbersAround,
  mayBeInitials,
  wordsInName,
} from './read-words.ts';
import { withSameLetters } from './same-letters.ts';

/** Valid until the next text is read, which reuses the arrays. Offsets are UTF-16; `ends` are exclusive. */
export interface ReadText {
  text: string;
  count: number;
  starts: Int32Array;
  ends: Int32Array;
  hashes: Int32Array;
  /** Index in {@link folded} plus 1; 0 for an ASCII word, which only needs lower case. */
  foldedAt: Int32Array;
  folded: string[];
  /** Token index of a pair of letters → offset after its first letter. */
  heads: Map<number, number>;
  chunks: ReadChunk[];
  /** Other spellings: `joined` merges several tokens, `digraphs` writes two letters for one. */
  joined: Spelling[];
  digraphs: Spelling[];
  /** Pairs of the words of a name with capitals inside. */
  names: Spelling[];
}

/** Text that is not plain ASCII words: its offsets (`start`, `end`) and token indexes (`from`, `to`). */
interface ReadChunk {
  start: number;
  end: number;
  from: number;
  to: number;
}

export function hashOf(token: string): number {
  let hash = 0;
  for (let at = 0; at < token.length; at += 1) {
    hash = (Math.imul(hash, 31) + token.charCodeAt(at)) | 0;
  }
  return hash;
}

export function readText(text: string): ReadText {
  const reader = createReader(text);
  const { read } = reader;
  // Inlined: a function call would take as long as reading a plain word.
  let { starts, ends, hashes, foldedAt } = read;
  const { length } = text;
  for (let at = 0; at < length;) {
    let code = text.charCodeAt(at);
    const kind = kinds[code];
    if (kind === IS_GAP || kind === IS_JOINT) {
      at += 1;
      continue;
    }
    const start = at;
    if (kind === IS_WORD) {
      let hash = 0;
      let cases = 0;
      do {
        hash = (Math.imul(hash, 31) + (code | LOWER)) | 0;
        cases = (cases << 1) | (code & LOWER);
        at += 1;
        code = at < length ? text.charCodeAt(at) : 0;
      } while (kinds[code] === IS_WORD);
      // A power of two for a word in lower case, also after one capital: then no function is called.
      const usual = (cases >>> 5) + 1;
      const isUsual = (usual & ~(3 << (at - start - 1))) === 0 || isUsualCase(cases, at - start);
      if (isUsual && isPlain(text, start, at, code)) {
        const { count } = read;
        if (count === starts.length) ({ starts, ends, hashes, foldedAt } = reader.grow());
        starts[count] = start;
        ends[count] = at;
        hashes[count] = hash;
        foldedAt[count] = 0;
        read.count = count + 1;
        if (at - start === 1) reader.letter(start);
        continue;
      }
      at = start;
    }
    at = readOther(reader, text, at);
    ({ starts, ends, hashes, foldedAt } = read);
  }
  return reader.end();
}

/** Reads a chunk, `&`, or a non-ASCII sign; returns the offset after it. */
function readOther(reader: Reader, text: string, at: number): number {
  const code = text.codePointAt(at) ?? 0;
  const kind = kindOf(code);
  if (isLetter(kind) || kind === KIND.several) return reader.chunk(at);
  if (isAndAt(text, at)) reader.and(at);
  return at + (code > 0xffff ? 2 : 1);
}

const INITIAL_CAPACITY = 2 ** 12;
/** Arrays longer than this are released before the next text. */
const MAX_REUSED = 2 ** 18;

function createArrays(capacity: number) {
  return {
    starts: new Int32Array(capacity),
    ends: new Int32Array(capacity),
    hashes: new Int32Array(capacity),
    foldedAt: new Int32Array(capacity),
  };
}

let arrays = createArrays(INITIAL_CAPACITY);

function growArrays() {
  const grown = createArrays(2 * arrays.starts.length);
  grown.starts.set(arrays.starts);
  grown.ends.set(arrays.ends);
  grown.hashes.set(arrays.hashes);
  grown.foldedAt.set(arrays.foldedAt);
  return grown;
}

type Reader = ReturnType<typeof createReader>;

function createReader(text: string) {
  if (arrays.starts.length > MAX_REUSED) arrays = createArrays(INITIAL_CAPACITY);
  const read: ReadText = {
    text,
    count: 0,
    starts: arrays.starts,
    ends: arrays.ends,
    hashes: arrays.hashes,
    foldedAt: arrays.foldedAt,
    folded: [],
    heads: new Map(),
    chunks: [],
    joined: [],
    digraphs: [],
    names: [],
  };
  /** Token indexes of the last initials, separated by single blanks. */
  let initials: number[] = [];

  function grow(): typeof arrays {
    arrays = growArrays();
    return Object.assign(read, arrays);
  }

  function putFolded(token: string, start: number, end: number): void {
    const { count } = read;
    if (count === read.starts.length) grow();
    read.starts[count] = start;
    read.ends[count] = end;
    read.hashes[count] = hashOf(token);
    read.foldedAt[count] = read.folded.push(token);
    read.count = count + 1;
  }

  function endInitials(): void {
    const [first, ...others] = initials;
    const letters = initials.map((index) => tokenAt(read, index)).join('');
    initials = [];
    if (first === undefined || others.length === 0 || !mayBeInitials(letters)) return;
    const to = first + others.length + 1;
    read.joined.push({ from: first, to, tokens: [letters] });
  }

  function addInitial(start: number): void {
    const index = read.count - 1;
    const isNext = initials.at(-1) === index - 1 && read.ends[index - 1] === start - 1;
    if (!isNext || text.charAt(start - 1) !== ' ') endInitials();
    initials.push(index);
    const letter = tokenAt(read, index);
    const { before, behind } = numbersAround(text, start);
    if (!mayBeInitials(letter) || (behind ?? before) === undefined) return;
    const [from, token] =
      behind === undefined ? [index - 1, `${before}${letter}`] : [index, letter + behind];
    read.joined.push({ from, to: from + 2, tokens: [token] });
  }

  function putPiece(piece: Piece): void {
    const { kind, word, start, end, letters } = piece;
    if (isPaired(kind)) {
      const pairs = pairsOf(
        letters.map(({ letter }) => letter),
        kind,
      );
      for (const [at, pair] of pairs.entries()) {
        const first = letters[at];
        const last = letters[at + 1] ?? first;
        if (first === undefined || last === undefined) continue;
        read.heads.set(read.count, first.end);
        putFolded(pair, first.start, last.end);
      }
      return;
    }
    putFolded(word, start, end);
    const to = read.count;
    if (piece.hasInnerCapital && !isInAddress(text, start, end)) {
      const words = wordsInName(text, piece).map((each) => each.word);
      if (words.length > 0) read.names.push({ from: to - 1, to, tokens: pairsOfWords(words) });
    }
    if (!piece.isCapital || !piece.hasDigraph) return;
    const tokens = [withSameLetters(withDigraphs(piece.typed))];
    read.digraphs.push({ from: to - 1, to, tokens });
  }

  function putCompound(compound: Compound): void {
    const { parts } = compound;
    const from = read.count;
    const count = hasJoinedForm(text, compound) ? compound.joined : 0;
    for (const [at, part] of parts.entries()) {
      putPiece(part);
      if (at + 1 !== count) continue;
      const to = read.count;
      read.joined.push({ from, to, tokens: joinedTokens(parts.slice(0, count)) });
    }
    const [only, ...others] = parts;
    if (only !== undefined && others.length === 0 && isInitial(only)) addInitial(only.start);
  }

  return {
    read,
    grow,
    letter(start: number): void {
      if ((text.charCodeAt(start) & LOWER) === 0) addInitial(start);
    },
    and(at: number): void {
      const from = read.count;
      putFolded(AND, at, at + 1);
      read.chunks.push({ start: at, end: at + 1, from, to: read.count });
    },
    chunk(from: number): number {
      const pieces: Piece[] = [];
      const first = read.count;
      const end = Math.max(readChunk(text, from, pieces), from + 1);
      for (const compound of compoundsOf(text, pieces, false)) putCompound(compound);
      const start = Math.min(from, pieces[0]?.start ?? from);
      read.chunks.push({ start, end, from: first, to: read.count });
      return end;
    },
    end(): ReadText {
      endInitials();
      return read;
    },
  };
}

function joinedTokens(parts: readonly Piece[]): string[] {
  const [first] = parts;
  if (first === undefined) return [];
  if (!isPaired(first.kind)) return [parts.map(({ word }) => word).join('')];
  const letters = parts.flatMap((part) => part.letters);
  return pairsOf(
    letters.map(({ letter }) => letter),
    first.kind,
  );
}

export function tokenAt({ text, folded, foldedAt, starts, ends }: ReadText, index: number): string {
  return folded[(foldedAt[index] ?? 0) - 1] ?? text.slice(starts[index], ends[index]).toLowerCase();
}

/** Compares without allocating a string. */
export function isTokenAt(read: ReadText, index: number, token: string): boolean {
  const { text, folded, foldedAt, starts, ends } = read;
  const at = foldedAt[index] ?? 0;
  if (at > 0) return folded[at - 1] === token;
  const start = starts[index] ?? 0;
  if (token.length !== (ends[index] ?? 0) - start) return false;
  for (let letter = 0; letter < token.length; letter += 1)
    if ((text.charCodeAt(start + letter) | LOWER) !== token.charCodeAt(letter)) return false;
  return true;
}
