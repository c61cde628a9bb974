import { FURTHER_TEXTS, type FurtherText } from '../../searchable-texts.ts';

/** What reading an index costs, in entries of the notes' index: 65 ns each. */
interface IndexCost {
  /** A text with a word, where words must stand side by side, and each further place of it there. */
  text: number;
  place: number;
  /** Skipping a text without a phrase's rarest word: entries are read page by page. */
  leap: number;
  /** A place of a word that begins so: they are counted first, and then gathered and sorted. */
  beginning: number;
}

/** Indexes of texts beside an episode's own that a search may look through. */
export type FurtherIndex = `${FurtherText}_fts`;
/** The indexes of words: `episodes_fts` is that of the notes. */
export type SearchIndex = 'episodes_fts' | FurtherIndex;

export const INDEX_COSTS: Record<SearchIndex, IndexCost> = {
  episodes_fts: { text: 1, place: 0.1, leap: 64, beginning: 2 },
  spoken_fts: { text: 0.1, place: 0.1, leap: 6.4, beginning: 0.2 },
  repeated_fts: { text: 1, place: 0.1, leap: 64, beginning: 2 },
};

export const FURTHER_INDEXES = FURTHER_TEXTS.map(indexOf);
export const SEARCH_INDEXES: readonly SearchIndex[] = ['episodes_fts', ...FURTHER_INDEXES];

export function indexOf(text: FurtherText): FurtherIndex {
  return `${text}_fts`;
}
