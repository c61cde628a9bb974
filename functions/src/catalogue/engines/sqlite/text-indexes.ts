import { factTokens } from '../../../query/facts.ts';
import type { SearchedTexts } from '../../../query/fields.ts';
import { FTS_TOKENIZER } from '../../../query/fts-expression.ts';
import { foldedText } from '../../../query/tokenize.ts';
import { SEARCHED_COLUMNS } from '../../schema/episode-row.ts';

/** `episodes_fts` has titles, notes and other fields; `spoken_fts` has transcripts. */
export const SEARCH_INDEXES = ['episodes_fts', 'spoken_fts'] as const;
export type SearchIndex = (typeof SEARCH_INDEXES)[number];

export const NOTES_COLUMNS = [...SEARCHED_COLUMNS, 'facts'];

/** Returns the indexed texts in the order of {@link NOTES_COLUMNS}. */
export function notesTexts(texts: SearchedTexts): string[] {
  const folded = SEARCHED_COLUMNS.map((column) => foldedText(texts[column] ?? ''));
  return [...folded, factTokens(texts).join(' ')];
}

/** The index stores tokens (`foldedText`), but not the texts. */
export function createIndex(name: SearchIndex): string {
  const columns = name === 'episodes_fts' ? NOTES_COLUMNS.join(', ') : 'text';
  return `CREATE VIRTUAL TABLE ${name} USING fts5(
    ${columns}, content = '', contentless_delete = 1, tokenize = "${FTS_TOKENIZER}"
  )`;
}
