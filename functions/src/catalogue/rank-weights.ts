import type { WrittenText } from '../query/fields.ts';

/** How much more a match in a text counts than one in the notes, where results are ranked. */
export const FIELD_WEIGHTS: Record<WrittenText, number> = {
  title: 10,
  podcast: 3,
  publisher: 1,
  description: 1,
  persons: 5,
  chapters: 3,
};
