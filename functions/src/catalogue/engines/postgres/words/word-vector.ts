import { MAX_KEYWORD_LENGTH } from '../../../../contract/index.ts';
import { tokensOf } from '../../../../query/tokenize.ts';
import { SEARCHED_COLUMNS } from '../../../episode-row.ts';

/**
 * The words that stand in nearly every text. PostgreSQL finds a phrase by fetching every episode that
 * holds all of its words, so two of these side by side are indexed as one word as well. Part of the
 * schema: a change needs a migration that writes all word vectors anew.
 */
export const COMMON_WORDS: readonly string[] = [
  ...['the', 'and', 'to', 'of', 'a', 'in', 'is', 'that', 'it', 'you'],
  ...['for', 'on', 'with', 'this', 'we', 'i', 'are', 'be', 'as', 'at'],
  ...['from', 'your', 'have', 'or', 'our', 'an', 's', 'about', 'by', 'will'],
];

const common = new Set(COMMON_WORDS);

export function isCommon(word: string): boolean {
  return common.has(word);
}

/** The one word that stands for two common words side by side; null for any others. */
export function gramOf(word: string, next: string | undefined): string | null {
  return next !== undefined && common.has(word) && common.has(next) ? `${word} ${next}` : null;
}

/** PostgreSQL's: it drops what is beyond, without a word, and phrases are no longer found. */
const MOST_PLACES = 255;
const LAST_PLACE = 16_382;
/** PostgreSQL refuses longer ones; no keyword is as long, so nobody looks for them. */
const LONGEST_LEXEME_BYTES = 2_046;
/** PostgreSQL refuses a vector of a megabyte. */
const MOST_BYTES = 500_000;
/** Between two fields, so that no phrase reaches from one into the next. */
const FIELD_GAP = 2;
/** Words that a part repeats of the one before it: the longest phrase that is looked for fits in. */
const OVERLAP = Math.ceil(MAX_KEYWORD_LENGTH / 2);

export type SearchedTexts = Record<(typeof SEARCHED_COLUMNS)[number], string>;

interface Part {
  places: Map<string, number[]>;
  next: number;
  bytes: number;
}

/**
 * The words of an episode as PostgreSQL's `tsvector` has them, written out: our own words, not those
 * that its parser would find, each with its places. An episode has more than one part where a word
 * stands in it more often, or the text is longer, than one vector holds; whatever phrase stands in
 * the episode stands in one of its parts.
 */
export function wordVectors(texts: SearchedTexts): string[] {
  return vectorsOf(SEARCHED_COLUMNS.map((column) => texts[column]));
}

/** The same for any texts; no phrase reaches from one into the next. */
export function vectorsOf(texts: readonly string[]): string[] {
  const parts: Part[] = [];
  let part = begin(parts);
  for (const text of texts) {
    const words = tokensOf(text);
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
  const part = { places: new Map<string, number[]>(), next: 1, bytes: 0 };
  parts.push(part);
  return part;
}

function lexemesAt(words: readonly string[], at: number): string[] {
  const word = words[at] ?? '';
  const gram = gramOf(word, words[at + 1]);
  return gram === null ? [word] : [word, gram];
}

function isFull(part: Part, words: readonly string[], at: number): boolean {
  if (part.next >= LAST_PLACE - FIELD_GAP || part.bytes >= MOST_BYTES) return true;
  return lexemesAt(words, at).some((lexeme) => part.places.get(lexeme)?.length === MOST_PLACES);
}

function add(part: Part, words: readonly string[], at: number): void {
  for (const lexeme of lexemesAt(words, at)) {
    const places = part.places.get(lexeme);
    if (places !== undefined) places.push(part.next);
    else if (Buffer.byteLength(lexeme) <= LONGEST_LEXEME_BYTES) {
      part.places.set(lexeme, [part.next]);
      part.bytes += Buffer.byteLength(lexeme);
    }
  }
  part.bytes += 2;
  part.next += 1;
}

function written({ places }: Part): string {
  return Array.from(places, ([lexeme, at]) => `${quoted(lexeme)}:${at.join(',')}`).join(' ');
}

/** As `tsvector` and `tsquery` read a word, whatever signs are in it. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}
