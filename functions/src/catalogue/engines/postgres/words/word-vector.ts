import { MAX_KEYWORD_LENGTH } from '../../../../contract/index.ts';
import { factTokens } from '../../../../query/facts.ts';
import type { Facts } from '../../../../query/fields.ts';
import { DIVIDER, tokensOf } from '../../../../query/tokenize.ts';
import { SEARCHED_COLUMNS } from '../../../schema/episode-row.ts';

/** `more_words`: overflow of first vectors; `spoken_words`: transcripts. */
export const WORD_TABLES = ['more_words', 'spoken_words'] as const;
export type WordTable = (typeof WORD_TABLES)[number];

/**
 * Words of almost every text. A phrase search reads all vectors with the phrase's words, so pairs of these words are
 * also indexed as one lexeme. A change needs a new `SCHEMA_VERSION`.
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

/** The lexeme of two adjacent common words; otherwise null. */
export function gramOf(word: string, next: string | undefined): string | null {
  return next !== undefined && common.has(word) && common.has(next) ? `${word} ${next}` : null;
}

/** PostgreSQL silently drops positions beyond these limits, and phrases do not match. */
const MAX_POSITIONS = 255;
const LAST_POSITION = 16_382;
/** PostgreSQL rejects longer lexemes. No keyword is that long. */
const MAX_LEXEME_BYTES = 2_046;
/** PostgreSQL rejects vectors of 1 MB. */
const MAX_BYTES = 500_000;
/** Positions between fields, so that no phrase spans two fields. */
const FIELD_GAP = 2;
/** Words that consecutive vectors share: at least as many as a phrase has. */
const OVERLAP = Math.ceil(MAX_KEYWORD_LENGTH / 2);

export type SearchedTexts = Facts & Record<(typeof SEARCHED_COLUMNS)[number], string>;

interface Part {
  positions: Map<string, number[]>;
  next: number;
  bytes: number;
}

/**
 * An episode's texts as `tsvector` literals of our own tokens; several if they exceed the limits of one vector. Each
 * phrase is complete in one of them. Facts are in the first.
 */
export function wordVectors(texts: SearchedTexts): string[] {
  return vectorsOfTokens([
    factTokens(texts),
    ...SEARCHED_COLUMNS.map((column) => tokensOf(texts[column])),
  ]);
}

/** {@link wordVectors} of other texts. No phrase spans two texts. */
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

/** A divider has no lexeme, but takes a position. */
function lexemesAt(words: readonly string[], at: number): string[] {
  const word = words[at] ?? '';
  if (word === DIVIDER) return [];
  const gram = gramOf(word, words[at + 1]);
  return gram === null ? [word] : [word, gram];
}

function isFull(part: Part, words: readonly string[], at: number): boolean {
  if (part.next >= LAST_POSITION - FIELD_GAP || part.bytes >= MAX_BYTES) return true;
  return lexemesAt(words, at).some(
    (lexeme) => part.positions.get(lexeme)?.length === MAX_POSITIONS,
  );
}

function add(part: Part, words: readonly string[], at: number): void {
  for (const lexeme of lexemesAt(words, at)) {
    const positions = part.positions.get(lexeme);
    if (positions !== undefined) positions.push(part.next);
    else if (Buffer.byteLength(lexeme) <= MAX_LEXEME_BYTES) {
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

/** Literal for `tsvector` and `tsquery`. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}
