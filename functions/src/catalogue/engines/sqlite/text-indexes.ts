import { factTokens } from '../../../query/facts.ts';
import type { SearchedTexts } from '../../../query/fields.ts';
import { FTS_TOKENIZER } from '../../../query/fts-expression.ts';
import { foldedText } from '../../../query/tokenize.ts';
import { SEARCHED_COLUMNS } from '../../sql/episode-row.ts';
import { FURTHER_TEXTS, type FurtherText } from '../../texts/searchable-texts.ts';

export type FurtherIndex = `${FurtherText}_fts`;
/** `episodes_fts`: titles, notes and the other fields of every search. */
export type SearchIndex = 'episodes_fts' | FurtherIndex;

const FURTHER_INDEXES = FURTHER_TEXTS.map(indexOf);
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
