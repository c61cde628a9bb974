import { isPaired, KIND, letterOf } from './fold-letter.ts';
import { isOneLetter, type Piece, readChunk } from './read-chunk.ts';

/** Pieces joined by hyphens, dots or apostrophes, or single words joined by slashes, or a single piece. */
export interface Compound {
  parts: Piece[];
  /** Number of leading parts that are also written as one word; 0 if none. */
  joined: number;
}

const [MAX_PARTS, MAX_JOINED_LENGTH] = [4, 40];
/** Contractions ("we'll"). Other letters after an apostrophe belong to a name (O'Brien). */
const CONTRACTIONS = new Set(['ll', 've', 're', 't', 'd', 'm']);

/** @param typed True for a query, in which an acronym may lack its capitals. */
export function compoundsOf(text: string, pieces: readonly Piece[], typed: boolean): Compound[] {
  const compounds: Compound[] = [];
  let parts: Piece[] = [];
  for (const piece of mergeAcronyms(text, pieces, typed)) {
    parts.push(piece);
    if (!ENDS.includes(piece.behind)) continue;
    compounds.push({ parts, joined: countJoinedParts(parts) });
    parts = [];
  }
  if (parts.length > 0) compounds.push({ parts, joined: countJoinedParts(parts) });
  return pieces.some(({ behind }) => behind === '/') ? joinAtSlashes(compounds, typed) : compounds;
}

const ENDS: readonly Piece['behind'][] = ['', ' ', '/'];

/** Joins single words. In a text, the last one may have a possessive: AC/DC’s. */
function joinAtSlashes(compounds: readonly Compound[], typed: boolean): Compound[] {
  const read: Compound[] = [];
  let words: Piece[] = [];
  for (const { parts, joined } of compounds) {
    const [word, ending, ...others] = parts;
    const isPossessive = !typed && ending?.word === 's' && others.length === 0;
    const isWord = word !== undefined && !isPaired(word.kind) && (!ending || isPossessive);
    if (words.length > 0 && !isWord) {
      read.push({ parts: words, joined: countJoinedParts(words) });
      words = [];
    }
    if (!isWord) read.push({ parts, joined });
    else {
      words.push(...parts);
      if (parts.at(-1)?.behind === '/') continue;
      read.push({ parts: words, joined: countJoinedParts(words) });
      words = [];
    }
  }
  if (words.length > 0) read.push({ parts: words, joined: countJoinedParts(words) });
  return read;
}

const MAX_WORDS = 4;
/** Before a capital inside a word: OpenAI, JPMorgan, COP28Summit. CEOs is one word. */
const INNER_CAPITAL = /(?<=\p{Ll})(?=\p{Lu})|(?<=[\p{Lu}\p{N}])(?=\p{Lu}\p{Ll}{2})/u;

/** Returns the words of a name that is written as one, with capitals inside; empty for other words. */
export function wordsInName(text: string, { word, hasInnerCapital, start, end }: Piece): Piece[] {
  if (!hasInnerCapital) return [];
  const written = text.slice(start, end).split(INNER_CAPITAL);
  if (written.length === 1 || written.length > MAX_WORDS) return [];
  const words: Piece[] = [];
  for (const each of written) readChunk(each, 0, words);
  const isSame =
    words.length === written.length && words.map((each) => each.word).join('') === word;
  return isSame ? words : [];
}

/** Keeps a boundary of words in the normal form of a query, which is otherwise in lower case: openAi. */
export function withInnerCapitals(text: string, piece: Piece): string {
  if (!piece.hasInnerCapital) return piece.typed;
  const words = wordsInName(text, piece).map(({ typed }) => typed);
  const written = words.map((word, at) => (at === 0 ? word : capitalised(word))).join('');
  return withoutInnerCapitals(written) === piece.typed ? written : piece.typed;
}

function capitalised(word: string): string {
  return word.replace(/^./u, (letter) => letter.toUpperCase());
}

export function splitAtCapitals(word: string): string[] {
  return word.split(INNER_CAPITAL).map(withoutInnerCapitals);
}

export function withoutInnerCapitals(word: string): string {
  return word.replace(/\p{Lu}/gu, (letter) => letterOf(letter).typed);
}

const INNER_DOT = /(?<=[\p{L}\p{M}\p{N}])\.(?=\p{L})/gu;

/** In a query, words of one or two letters between dots are one word, which a text may have as several: co.uk. */
export function splitAtDots(word: string): string[] {
  return word.split(INNER_DOT);
}

const MAX_VARIED = 4;

/**
 * Lists the ways in which {@link mergeAcronyms} reads a dotted word in a text, whose capitals the query lacks: of
 * `aa.a.ai`, the text `aa.a.Ai` has aa and aai. Begins with all parts separate and all parts joined.
 */
export function waysAtDots(word: string): string[][] {
  const parts = splitAtDots(word);
  const varied = parts.filter((part) => part.length > 1);
  const usual = [parts, [parts.join('')]];
  if (parts.length < 3 || varied.length > MAX_VARIED) return usual;
  return [...usual, ...capitalWays(varied.length).map((way) => mergedParts(parts, way))];
}

/** Every choice of `true` and `false`. */
function capitalWays(count: number): boolean[][] {
  return Array.from({ length: 2 ** count }, (_, way) =>
    Array.from({ length: count }, (_, at) => ((way >> at) & 1) === 1),
  );
}

/** @param capitals Whether each part of two letters has a capital, so that it is joined to its neighbours. */
function mergedParts(parts: readonly string[], capitals: readonly boolean[]): string[] {
  const merged: string[] = [];
  let [varied, isOpen] = [0, false];
  for (const part of parts) {
    const isShort = part.length === 1 || capitals[varied] === true;
    if (part.length > 1) varied += 1;
    if (isOpen && isShort) merged.push(`${merged.pop() ?? ''}${part}`);
    else merged.push(part);
    isOpen = isShort;
  }
  return merged;
}

export function withoutInnerDots(word: string): string {
  return word.replace(INNER_DOT, '');
}

/** Merges parts of one or two letters between dots: A.I., Ph.D., J. P. */
function mergeAcronyms(text: string, pieces: readonly Piece[], typed: boolean): readonly Piece[] {
  const mayAbbreviate = ({ word, kind, isCapital }: Piece) =>
    kind === KIND.western &&
    /^\p{L}{1,2}$/u.test(word) &&
    (word.length === 1 || isCapital || typed);
  if (!pieces.some(({ behind }) => behind === '.')) return pieces;
  const read: Piece[] = [];
  let acronym: Piece | null = null;
  for (const [at, piece] of pieces.entries()) {
    const next = pieces[at + 1];
    const continues =
      piece.behind === '.' && mayAbbreviate(piece) && next !== undefined && mayAbbreviate(next);
    if (acronym === null) read.push(continues ? (acronym = { ...piece, behind: '' }) : piece);
    else {
      const isInText = isOneLetter(piece) && isOneLetter(pieces[at - 1] ?? piece);
      acronym.word += piece.word;
      acronym.typed += typed && !isInText ? `.${piece.typed}` : piece.typed;
      acronym.hasInnerCapital = false;
      acronym.hasDigraph = false;
      acronym.end = piece.end + (text.charAt(piece.end) === '.' ? 1 : 0);
      // The last dot of an acronym ends it.
      acronym.behind = piece.behind === '.' ? ' ' : piece.behind;
    }
    if (!continues) {
      if (acronym !== null && !/^.{1,2}(?:\..{1,2})*$/u.test(acronym.typed)) {
        acronym.typed = withoutInnerDots(acronym.typed);
      }
      acronym = null;
    }
  }
  return read;
}

/** Returns 0 for adjacent numbers, long chains, words with signs, and contractions. */
function countJoinedParts(parts: readonly Piece[]): number {
  const last = parts.at(-1);
  const before = parts.at(-2);
  if (last === undefined || before === undefined) return 0;
  const isEnding = before.behind === "'" && (CONTRACTIONS.has(last.word) || last.word === 's');
  if (isEnding && parts.length === 2) return last.word === 's' ? 2 : 0;
  const count = isEnding ? parts.length - 1 : parts.length;
  if (count > MAX_PARTS) return 0;
  const some = parts.slice(0, count);
  let length = 0;
  for (const [at, { word, typed, behind, kind }] of some.entries()) {
    const next = some[at + 1];
    length += word.length;
    if (/^\.|[+#]/.test(typed)) return 0;
    if (next === undefined) continue;
    if (isPaired(kind) !== isPaired(next.kind)) return 0;
    if (behind === '.' && count > 2) return 0;
    if (/\d$/.test(word) && /^\d/.test(next.word)) return 0;
  }
  return length > MAX_JOINED_LENGTH ? 0 : count;
}

/** French and Italian articles and prepositions, which an apostrophe joins to any word. */
const ELISIONS = new Set(
  'l d j qu c n s m t jusqu lorsqu puisqu quoiqu quelqu dell all nell sull dall un quest'.split(
    ' ',
  ),
);
/** After these, "'s" means "is". */
const PRONOUNS = new Set(
  'it he she that this what who how why when where here there let one'.split(' '),
);

/** True if the index also needs the compound as one word. */
export function hasJoinedForm(text: string, { parts, joined }: Compound): boolean {
  const [first, second] = parts;
  if (joined === 0 || first === undefined || second === undefined) return false;
  if (first.behind === "'") {
    if (second.word === 's' && joined === parts.length) return !PRONOUNS.has(first.word);
    if (ELISIONS.has(first.word)) return second.isCapital;
  }
  if (first.behind === '/' && !parts.every(isNamePart)) return false;
  // A capital after the dot begins a sentence, although no blank precedes it.
  if (first.behind === '.' && second.isCapital && !first.isCapital) return false;
  return !isInAddress(text, first.start, parts.at(-1)?.end ?? first.end);
}

function isNamePart({ isCapital, word }: Piece, at: number): boolean {
  return isCapital || (at > 0 && (/^\d/.test(word) || word === 's'));
}

export function isInAddress(text: string, start: number, end: number): boolean {
  return /[/@:]/.test(text.charAt(start - 1)) || /[/@?=_]/.test(text.charAt(end));
}

/** True for a single capital letter. Several in a row are initials: "J P Morgan". */
export function isInitial(piece: Piece): boolean {
  return isOneLetter(piece) && piece.isCapital;
}

/** False if the initials start with "A" or contain "I", which are also words. */
export function mayBeInitials(letters: string): boolean {
  return !letters.startsWith('a') && !letters.includes('i');
}

const BEHIND = /^[A-Z][ \u00a0](\d[a-zA-Z\d]*)(?![\p{L}\p{M}\p{N}])/u;
const BEFORE = /(?<![\p{L}\p{M}\p{N}.,:'’/-])(\d{1,3})[ \u00a0]$/u;

/** Finds a number behind a single capital (G 7), or one of up to three digits before it (5 G). */
export function numbersAround(text: string, start: number) {
  const behind = BEHIND.exec(text.slice(start, start + 12))?.[1]?.toLowerCase();
  return { behind, before: BEFORE.exec(text.slice(Math.max(0, start - 5), start))?.[1] };
}
