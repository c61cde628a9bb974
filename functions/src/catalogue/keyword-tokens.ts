import { DROPPED_MARKS, FOLDED_FROM, FOLDED_TO, TOKEN_RANGES } from './token-table.ts';

function characterClass(ranges: string): string {
  return ranges
    .split(' ')
    .map((range) => range.split('-').map((edge) => `\\u{${parseInt(edge, 36).toString(16)}}`))
    .map((edges) => edges.join('-'))
    .join('');
}

const TOKEN_CHARACTER = characterClass(TOKEN_RANGES);
const TOKEN = new RegExp(`[${TOKEN_CHARACTER}][${TOKEN_CHARACTER}${DROPPED_MARKS}]*`, 'gu');
const MARK = new RegExp(`[${DROPPED_MARKS}]`, 'gu');
const BEYOND_ASCII = /[^\0-\x7f]/gu;

const foldedTo = Array.from(FOLDED_TO);
const folded = new Map(
  Array.from(FOLDED_FROM, (letter, index) => [letter, foldedTo[index] ?? letter]),
);

function fold(token: string): string {
  const plain = token.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return plain.replace(MARK, '').replace(BEYOND_ASCII, (letter) => folded.get(letter) ?? letter);
}

/**
 * The words of a text as the full-text index sees them, in order: runs of letters and digits, lower
 * case, Latin letters without their accents. Agrees with the index token for token, for any input:
 * the tables behind it were read out of FTS5. The index knows Unicode 6.1 whatever the version of
 * Node, so case in scripts encoded later (Cherokee, Adlam) is kept, and so are accents outside the
 * Latin script. Text is composed (NFC) first, as it is in the catalogue.
 */
export function tokensOf(text: string): string[] {
  return Array.from(text.normalize('NFC').matchAll(TOKEN), ([token]) => fold(token));
}
