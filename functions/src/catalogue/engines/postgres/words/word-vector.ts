import { MAX_KEYWORD_LENGTH } from '../../../../contract/index.ts';
import { factTokens } from '../../../../query/facts.ts';
import type { Facts } from '../../../../query/fields.ts';
import { DIVIDER, tokensOf } from '../../../../query/tokenize.ts';
import { SEARCHED_COLUMNS } from '../../../schema/episode-row.ts';

/** `more_words`: the overflow of an episode's first vector; `spoken_words`: transcripts. */
export const WORD_TABLES = ['more_words', 'spoken_words'] as const;
export type WordTable = (typeof WORD_TABLES)[number];

/**
 * Words of almost every text. A phrase search reads all vectors with the phrase's words, so pairs
 * of these words are also indexed as one lexeme. Changes need a new `SCHEMA_VERSION`.
 */
const COMMON_WORDS: readonly string[] = [
  'the',
  'and',
  'to',
  'of',
  'a',
  'in',
  'is',
  'that',
  'it',
  'you',
  'for',
  'on',
  'with',
  'this',
  'we',
  'i',
  'are',
  'be',
  'as',
  'at',
  'from',
  'your',
  'have',
  'or',
  'our',
  'an',
  's',
  'about',
  'by',
  'will',
];

const common = new Set(COMMON_WORDS);

export function isCommon(word: string): boolean {
  return common.has(word);
}

/** The lexeme for two adjacent common words; otherwise null. */
export function gramOf(word: string, next: string | undefined): string | null {
  return next !== undefined && common.has(word) && common.has(next) ? `${word} ${next}` : null;
}

/** PostgreSQL silently drops positions beyond these limits; phrases would not match. */
const MOST_POSITIONS = 255;
const LAST_POSITION = 16_382;
/** PostgreSQL rejects longer lexemes; no keyword is that long. */
const LONGEST_LEXEME_BYTES = 2_046;
/** PostgreSQL rejects vectors of 1 MB. */
const MOST_BYTES = 500_000;
/** Positions between two fields, so that no phrase spans them. */
const FIELD_GAP = 2;
/** Words that consecutive vectors share: no phrase of a keyword is longer. */
const OVERLAP = Math.ceil(MAX_KEYWORD_LENGTH / 2);

export type SearchedTexts = Facts & Record<(typeof SEARCHED_COLUMNS)[number], string>;

interface Part {
  positions: Map<string, number[]>;
  next: number;
  bytes: number;
}

/**
 * An episode's text as `tsvector` literals: our own tokens with positions. There are several if one vector's
 * limits are exceeded. Each phrase of the text is whole in one of them; facts, which filters compare, are in
 * the first.
 */
export function wordVectors(texts: SearchedTexts): string[] {
  return vectorsOfTokens([
    factTokens(texts),
    ...SEARCHED_COLUMNS.map((column) => tokensOf(texts[column])),
  ]);
}

/** {@link wordVectors} of other texts; no phrase spans two of them. */
export function vectorsOf(texts: readonly string[]): string[] {
  return vectorsOfTokens(texts.map(tokensOf));
}

function vectorsOfTokens(texts: readonly (readonly string[])[]): string[] {
  const parts: Part[] = [];
  let part = begin(parts);
  for (const words of texts) {
    for (let at = 0; at < words.length; at += 1) {
      if (isFull(part, words, at)) {
        part = begin(parts);
        for (let again = Math.max(0, at - OVERLAP); again < at; again += 1) add(part, words, again);
      }
      add(part, words, at);
    }
    part.next += FIELD_GAP;
  }
  return parts.map(written);
}

function begin(parts: Part[]): Part {
  const part = { positions: new Map<string, number[]>(), next: 1, bytes: 0 };
  parts.push(part);
  return part;
}

/** The lexemes at an index. A divider has none and only takes a position. */
function lexemesAt(words: readonly string[], at: number): string[] {
  const word = words[at] ?? '';
  if (word === DIVIDER) return [];
  const gram = gramOf(word, words[at + 1]);
  return gram === null ? [word] : [word, gram];
}

function isFull(part: Part, words: readonly string[], at: number): boolean {
  if (part.next >= LAST_POSITION - FIELD_GAP || part.bytes >= MOST_BYTES) return true;
  return lexemesAt(words, at).some(
    (lexeme) => part.positions.get(lexeme)?.length === MOST_POSITIONS,
  );
}

function add(part: Part, words: readonly string[], at: number): void {
  for (const lexeme of lexemesAt(words, at)) {
    const positions = part.positions.get(lexeme);
    if (positions !== undefined) positions.push(part.next);
    else if (Buffer.byteLength(lexeme) <= LONGEST_LEXEME_BYTES) {
      part.positions.set(lexeme, [part.next]);
      part.bytes += Buffer.byteLength(lexeme);
    }
  }
  part.bytes += 2;
  part.next += 1;
}

function written({ positions }: Part): string {
  return Array.from(positions, ([lexeme, at]) => `${quoted(lexeme)}:${at.join(',')}`).join(' ');
}

/** A lexeme as a literal of `tsvector` and `tsquery`. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}
