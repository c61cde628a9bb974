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

const foldedCodes = new Map(
  Array.from(
    folded,
    ([letter, plain]) => [letter.codePointAt(0), plain.codePointAt(0) ?? 0] as const,
  ),
);

const FIRST_SURROGATE = 0xd800;

/** How many letters count as the head of a word. */
export const HEAD_LETTERS = 3;

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

/** Nearly all keywords are: words that the index keeps but for their case. */
const SIMPLE = /^[\da-z]+(?: [\da-z]+)*$/i;

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
  if (SIMPLE.test(text)) return text.toLowerCase().split(' ');
  const composed = COMPOSABLE.test(text) ? text.normalize('NFC') : text;
  const tokens: string[] = [];
  walkTokens(composed, 0, (start, end, plain) => {
    tokens.push(wordAt(composed, start, end, plain));
    return true;
  });
  return tokens;
}

/**
 * Reports each word of a composed text (NFC) from a position that is not within one, until `found` returns
 * false: where it begins and ends, whether the index stores it as written, and the hashes
 * ({@link hashOf}) of it and of its first letters.
 */
export function walkTokens(
  composed: string,
  from: number,
  found: (start: number, end: number, plain: boolean, hash: number, head: number) => boolean,
): void {
  let start = -1;
  let plain = true;
  let [hash, head, letters] = [0, 0, 0];
  let at = from;
  while (at < composed.length) {
    let code = composed.charCodeAt(at);
    if (code >= FIRST_SURROGATE) code = composed.codePointAt(at) ?? 0;
    const behaviour = behaviourOf[code];
    if (behaviour === ENDS_TOKEN) {
      if (start >= 0 && !found(start, at, plain, hash, head)) return;
      start = -1;
    } else if (start >= 0 || behaviour !== DROPPED) {
      if (start < 0) {
        start = at;
        plain = true;
        hash = head = letters = 0;
      }
      if (behaviour !== KEPT) plain = false;
      if (behaviour !== DROPPED) {
        hash = (Math.imul(hash, 31) + (behaviour === KEPT ? code : foldedCode(code))) | 0;
        letters += 1;
        if (letters === HEAD_LETTERS) head = hash;
      }
    }
    at += code > 0xffff ? 2 : 1;
  }
  if (start >= 0) found(start, composed.length, plain, hash, head);
}

function foldedCode(code: number): number {
  return code < 0x80 ? code | 0x20 : (foldedCodes.get(code) ?? code);
}

/** A number for a word of the index; seldom the same for two. */
export function hashOf(word: string): number {
  let hash = 0;
  for (const letter of word) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return hash;
}

/** A word of a text as the index has it; `plain`: as it is written. */
export function wordAt(text: string, start: number, end: number, plain: boolean): string {
  const written = text.slice(start, end);
  return plain ? written : fold(written);
}

/** What each letter or digit of a token can have been in a text: a class of a regular expression. */
const variants = new Map<string, string>();
for (const [letter, plain] of folded) {
  if (plain !== '') variants.set(plain, (variants.get(plain) ?? plain) + letter);
}

/**
 * A regular expression (flags `gu`) that finds these tokens wherever a composed text (NFC) has them,
 * and also within longer words: ten times as fast as looking at every word of the text.
 */
export function tokenPattern(tokens: readonly string[]): RegExp {
  const written = tokens.map((token) =>
    Array.from(token, (letter) => `[${variants.get(letter) ?? letter}]`).join(
      `[${DROPPED_MARKS}]*`,
    ),
  );
  return new RegExp(written.join('|'), 'gu');
}

/** Whether a letter or digit at this position of a text begins a word. */
export function beginsWord(text: string, at: number): boolean {
  let before = at;
  while (before > 0) {
    before -= isPair(text, before - 2) ? 2 : 1;
    const behaviour = behaviourOf[text.codePointAt(before) ?? 0];
    if (behaviour !== DROPPED) return behaviour === ENDS_TOKEN;
  }
  return true;
}

/** Whether one character takes up both units of a text from this position on. */
function isPair(text: string, at: number): boolean {
  return at >= 0 && (text.codePointAt(at) ?? 0) > 0xffff;
}
