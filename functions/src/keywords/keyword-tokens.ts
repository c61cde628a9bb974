import { DROPPED_MARKS, FOLDED_FROM, FOLDED_TO, TOKEN_RANGES } from './token-table.ts';

/** How the index treats a code point. */
const ENDS_TOKEN = 0;
const KEPT = 1;
const FOLDED = 2;
/** Neither ends a token nor becomes part of it. */
const DROPPED = 3;

const foldedTo = Array.from(FOLDED_TO);
const CAPITALS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const folded = new Map([
  ...CAPITALS.map((letter) => [letter, letter.toLowerCase()] as const),
  ...Array.from(FOLDED_FROM, (letter, index) => [letter, foldedTo[index] ?? letter] as const),
  ...Array.from(DROPPED_MARKS, (mark) => [mark, ''] as const),
]);

/** By code point: a table is several times faster than a regular expression of 400 ranges. */
const behaviourOf = new Uint8Array(0x110000).fill(ENDS_TOKEN);
for (const range of TOKEN_RANGES.split(' ')) {
  const [first = 0, last = 0] = range.split('-').map((edge) => parseInt(edge, 36));
  behaviourOf.fill(KEPT, first, last + 1);
}
for (const [letter, plain] of folded) {
  behaviourOf[letter.codePointAt(0) ?? 0] = plain === '' ? DROPPED : FOLDED;
}

/** Text without characters from the first combining mark on is always composed (NFC). */
const COMPOSABLE = /[^\0-\u02ff]/;

const ASCII = /^[\0-\x7f]*$/;

function fold(token: string): string {
  // Nearly all words are, and of those only capitals are folded.
  if (ASCII.test(token)) return token.toLowerCase();
  let plain = '';
  for (const letter of token) plain += folded.get(letter) ?? letter;
  return plain;
}

/**
 * The words of a text as the full-text index sees them, in order: runs of letters and digits in
 * lower case, Latin letters without accents. Agrees with the index token by token, for any input:
 * the tables behind it were read out of FTS5. Whatever the version of Node, the index knows Unicode
 * 6.1, so scripts encoded later (Cherokee, Adlam) keep their case, and other scripts than Latin
 * keep their accents. The text is composed (NFC) first, as in the catalogue.
 */
export function tokensOf(text: string): string[] {
  const composed = COMPOSABLE.test(text) ? text.normalize('NFC') : text;
  const tokens: string[] = [];
  walkTokens(composed, (start, end, plain) => {
    const token = composed.slice(start, end);
    tokens.push(plain ? token : fold(token));
  });
  return tokens;
}

/** Reports for each word where it begins and ends, and whether the index stores it as written. */
function walkTokens(
  composed: string,
  found: (start: number, end: number, plain: boolean) => void,
): void {
  let start = -1;
  let plain = true;
  let at = 0;
  while (at < composed.length) {
    const code = composed.codePointAt(at) ?? 0;
    const behaviour = behaviourOf[code];
    if (start >= 0) {
      if (behaviour === ENDS_TOKEN) {
        found(start, at, plain);
        start = -1;
      } else if (behaviour !== KEPT) {
        plain = false;
      }
    } else if (behaviour === KEPT || behaviour === FOLDED) {
      start = at;
      plain = behaviour === KEPT;
    }
    at += code > 0xffff ? 2 : 1;
  }
  if (start >= 0) found(start, composed.length, plain);
}

/** A word of a text and its position, in UTF-16 code units; `end` is the position after it. */
export interface PlacedToken {
  token: string;
  start: number;
  end: number;
}

/**
 * {@link tokensOf} with positions; the text must be composed (NFC), as the catalogue's texts are.
 */
export function placedTokensOf(text: string): PlacedToken[] {
  const tokens: PlacedToken[] = [];
  walkTokens(text, (start, end, plain) => {
    const token = text.slice(start, end);
    tokens.push({ token: plain ? token : fold(token), start, end });
  });
  return tokens;
}
