/** In the order of the parts of a sentence. Pages load this list without the table of `fields.ts`. */
export const FIELD_NAMES = [
  'show',
  'title',
  'spoken',
  'lang',
  'guest',
  'by',
  'name',
  'with',
] as const;

export type FieldName = (typeof FIELD_NAMES)[number];
