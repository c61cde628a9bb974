import { MAX_KEYWORD_LENGTH } from '../../../../contract/index.ts';
import { factToken, factTokens } from '../../../../query/facts.ts';
import {
  type Facts,
  fieldOf,
  NAME_TEXTS,
  WRITTEN_TEXTS,
  type WrittenText,
} from '../../../../query/fields.ts';
import type { Term } from '../../../../query/query-plan.ts';
import { DIVIDER, indexedTokens, ownTokens } from '../../../../query/tokenize.ts';
import { SEARCHED_COLUMNS } from '../../../schema/episode-row.ts';

/** `more_words` has the overflow of first vectors; `spoken_words` has transcripts. */
export const WORD_TABLES = ['more_words', 'spoken_words'] as const;
export type WordTable = (typeof WORD_TABLES)[number];

/**
 * Words that almost every text has. A phrase search reads all vectors with the phrase's words, so two adjacent common
 * words are also indexed as one lexeme. A change needs a new `SCHEMA_VERSION`.
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

/** The weight of each text's positions. All others have the default, `D`. */
const WEIGHTS: Partial<Record<WrittenText, 'A' | 'B' | 'C'>> = {
  title: 'A',
  podcast: 'B',
  publisher: 'C',
};
const OUTSIDE_NAMES = [
  'D',
  ...WRITTEN_TEXTS.filter((text) => !NAME_TEXTS.includes(text)).map(weightOf),
];

function weightOf(text: WrittenText): string {
  return WEIGHTS[text] ?? '';
}

/** Returns the weights of the positions that the term searches; empty for all. */
export function weightsOf(term: Term): string {
  if (term.outsideNames) return OUTSIDE_NAMES.join('');
  const { text } = fieldOf(term.field);
  return text === null || text === 'said' || text === 'facts' ? '' : weightOf(text);
}

/** Returns the lexeme of a show's whole name, because a query cannot ask for the end of a text. */
export function wholeName(tokens: readonly string[]): string {
  return factToken('show', tokens.join(' '));
}

/** Returns the lexeme of two adjacent common words; null for other words. */
export function gramOf(word: string, next: string | undefined): string | null {
  return next !== undefined && common.has(word) && common.has(next) ? `${word} ${next}` : null;
}

/** Max positions per lexeme, and highest position. PostgreSQL silently drops the rest, so phrases would not match. */
const MAX_POSITIONS = 255;
const LAST_POSITION = 16_382;
/** PostgreSQL rejects longer lexemes. They are skipped, because no keyword is that long. */
const MAX_LEXEME_BYTES = 2_046;
/** PostgreSQL rejects vectors of 1 MB. */
const MAX_BYTES = 500_000;
/** Positions between two fields, so that no phrase spans both. */
const FIELD_GAP = 2;
/** Consecutive vectors share at least as many words as a phrase has, so that each phrase is complete in one of them. */
const OVERLAP = Math.ceil(MAX_KEYWORD_LENGTH / 2);

export type SearchedTexts = Facts & Record<(typeof SEARCHED_COLUMNS)[number], string>;

interface Part {
  /** Positions with their weights. */
  positions: Map<string, string[]>;
  next: number;
  bytes: number;
}

/**
 * Returns an episode's texts as `tsvector` literals of our own tokens; several if one vector would exceed its limits.
 * Each phrase is complete in one vector. Facts are in the first vector.
 */
export function wordVectors(texts: SearchedTexts): string[] {
  return vectorsOfTokens([
    { words: [wholeName(ownTokens(texts.podcast)), ...factTokens(texts)] },
    ...SEARCHED_COLUMNS.map((column) => ({
      words: indexedTokens(texts[column]),
      weight: weightOf(column),
    })),
  ]);
}

/** Like {@link wordVectors}, for other texts than an episode's. No phrase spans two texts. */
export function vectorsOf(texts: readonly string[]): string[] {
  return vectorsOfTokens(texts.map((text) => ({ words: indexedTokens(text) })));
}

interface WeighedWords {
  words: readonly string[];
  weight?: string;
}

function vectorsOfTokens(texts: readonly WeighedWords[]): string[] {
  const parts: Part[] = [];
  let part = begin(parts);
  for (const { words, weight = '' } of texts) {
    for (let at = 0; at < words.length; at += 1) {
      if (isFull(part, words, at)) {
        part = begin(parts);
        for (let again = Math.max(0, at - OVERLAP); again < at; again += 1)
          add(part, words, again, weight);
      }
      add(part, words, at, weight);
    }
    part.next += FIELD_GAP;
  }
  return parts.map(written);
}

function begin(parts: Part[]): Part {
  const part = { positions: new Map<string, string[]>(), next: 1, bytes: 0 };
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

function add(part: Part, words: readonly string[], at: number, weight: string): void {
  const position = `${part.next}${weight}`;
  for (const lexeme of lexemesAt(words, at)) {
    const positions = part.positions.get(lexeme);
    if (positions !== undefined) positions.push(position);
    else if (Buffer.byteLength(lexeme) <= MAX_LEXEME_BYTES) {
      part.positions.set(lexeme, [position]);
      part.bytes += Buffer.byteLength(lexeme);
    }
  }
  part.bytes += 2;
  part.next += 1;
}

function written({ positions }: Part): string {
  return Array.from(positions, ([lexeme, at]) => `${quoted(lexeme)}:${at.join(',')}`).join(' ');
}

/** Quotes a lexeme for a literal of `tsvector` or `tsquery`. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}
