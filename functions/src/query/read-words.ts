import { isPaired, KIND } from './fold-letter.ts';
import { isOneLetter, type Piece } from './read-chunk.ts';

/** Pieces joined by hyphens, dots or apostrophes, or a single piece. */
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
    if (piece.behind !== '' && piece.behind !== ' ') continue;
    compounds.push({ parts, joined: countJoinedParts(parts) });
    parts = [];
  }
  if (parts.length > 0) compounds.push({ parts, joined: countJoinedParts(parts) });
  return compounds;
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
      acronym.word += piece.word;
      acronym.typed += piece.typed;
      acronym.hasDigraph = false;
      acronym.end = piece.end + (text.charAt(piece.end) === '.' ? 1 : 0);
      // The last dot of an acronym ends it.
      acronym.behind = piece.behind === '.' ? ' ' : piece.behind;
    }
    if (!continues) acronym = null;
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
    if (/[+#.]/.test(typed)) return 0;
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
  // A capital after the dot begins a sentence, although no blank precedes it.
  if (first.behind === '.' && second.isCapital && !first.isCapital) return false;
  const last = parts.at(-1);
  const isInAddress = /[/@:]/.test(text.charAt(first.start - 1)) || isAddressBehind(text, last);
  return !isInAddress;
}

function isAddressBehind(text: string, last: Piece | undefined): boolean {
  return last !== undefined && /[/@?=_]/.test(text.charAt(last.end));
}

/** True for a single capital letter. Several in a row are initials: "J P Morgan". */
export function isInitial(piece: Piece): boolean {
  return isOneLetter(piece) && piece.isCapital;
}
