import type { WrittenText } from '../../query/fields.ts';

/** Weights of matches for sorting by relevance, relative to the notes. */
export const FIELD_WEIGHTS: Record<WrittenText, number> = {
  title: 10,
  podcast: 3,
  publisher: 1,
  description: 1,
  persons: 5,
  chapters: 3,
};
