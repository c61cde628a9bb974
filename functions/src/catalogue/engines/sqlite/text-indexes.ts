import { factTokens } from '../../../query/facts.ts';
import type { SearchedTexts } from '../../../query/fields.ts';
import { FTS_TOKENIZER } from '../../../query/fts-expression.ts';
import { foldedText } from '../../../query/tokenize.ts';
import { SEARCHED_COLUMNS } from '../../sql/episode-row.ts';
import { FURTHER_TEXTS, type FurtherText } from '../../texts/searchable-texts.ts';

/** Costs of an index in entries of the notes' index, about 65 ns each. */
interface IndexCost {
  /** A text with a word of a phrase, including the word's first occurrence in it. */
  text: number;
  /** Each further occurrence in a text. */
  occurrence: number;
  /** A jump to the next text with the phrase's rarest word, which reads a page of entries. */
  leap: number;
  /** Each occurrence of a word with the prefix, which is counted first, then collected and sorted. */
  beginning: number;
}

export type FurtherIndex = `${FurtherText}_fts`;
/** `episodes_fts`: titles, notes and the other fields of every search. */
export type SearchIndex = 'episodes_fts' | FurtherIndex;

export const INDEX_COSTS: Record<SearchIndex, IndexCost> = {
  episodes_fts: { text: 1, occurrence: 0.1, leap: 64, beginning: 2 },
  spoken_fts: { text: 0.1, occurrence: 0.1, leap: 6.4, beginning: 0.2 },
  repeated_fts: { text: 1, occurrence: 0.1, leap: 64, beginning: 2 },
};

export const FURTHER_INDEXES = FURTHER_TEXTS.map(indexOf);
export const SEARCH_INDEXES: readonly SearchIndex[] = ['episodes_fts', ...FURTHER_INDEXES];

/** Columns of `episodes_fts`. */
export const NOTES_COLUMNS = [...SEARCHED_COLUMNS, 'facts'];

/** Values of an episode in `episodes_fts`, in the order of {@link NOTES_COLUMNS}. */
export function notesTexts(texts: SearchedTexts): string[] {
  const folded = SEARCHED_COLUMNS.map((column) => foldedText(texts[column] ?? ''));
  return [...folded, factTokens(texts).join(' ')];
}

export function indexOf(text: FurtherText): FurtherIndex {
  return `${text}_fts`;
}

/** Creates an index, which holds tokens (`foldedText`) alone. */
export function createIndex(name: SearchIndex): string {
  const columns = name === 'episodes_fts' ? NOTES_COLUMNS.join(', ') : 'text';
  return `CREATE VIRTUAL TABLE ${name} USING fts5(
    ${columns}, content = '', contentless_delete = 1, tokenize = "${FTS_TOKENIZER}"
  )`;
}
