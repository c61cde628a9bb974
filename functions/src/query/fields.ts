/** The written texts of an episode, in the order of the indexes. A term without a field matches any of them,
 * or the transcript. */
export const WRITTEN_TEXTS = [
  'title',
  'podcast',
  'publisher',
  'description',
  'persons',
  'chapters',
] as const;

export type WrittenText = (typeof WRITTEN_TEXTS)[number];

type OptionalText = 'persons' | 'chapters';

interface QueryFieldDefinition {
  /** The text searched; `said` is the transcript. */
  text: Exclude<WrittenText, OptionalText> | 'said';
  /** Words of the sentence if a term narrows the whole query (several are alternatives; an excluded one in quotes
   * is the whole text); null if it is part of an alternative. */
  filter: { in: string; allOf: string; outside: string } | null;
  /** Behind a term: in a sentence, and among excluded terms. */
  sentence: string;
  list: string;
  /** Before a term on a chip. */
  chip: string;
}

/** Fields by their sign. Lexer, normal form, sentences, chips, engines and alerts derive from this table. */
export const QUERY_FIELDS = {
  show: {
    text: 'podcast',
    filter: { in: 'in', allOf: 'all episodes of', outside: 'outside' },
    sentence: '',
    list: ' (show)',
    chip: '',
  },
  title: {
    text: 'title',
    filter: null,
    sentence: ' in the title',
    list: ' (in titles)',
    chip: 'title: ',
  },
  spoken: {
    text: 'said',
    filter: null,
    sentence: ' in what is said',
    list: ' (spoken)',
    chip: 'spoken: ',
  },
} as const satisfies Record<string, QueryFieldDefinition>;

type FieldName = keyof typeof QUERY_FIELDS;

/** `text`: any text. */
export type QueryField = FieldName | 'text';

const ANY_TEXT = { text: null, filter: null, sentence: '', list: '', chip: '' };

export function fieldOf(
  field: QueryField,
): Omit<QueryFieldDefinition, 'text'> & { text: QueryFieldDefinition['text'] | null } {
  return field === 'text' ? ANY_TEXT : QUERY_FIELDS[field];
}

export const FIELD_NAMES = Object.keys(QUERY_FIELDS) as FieldName[];

export const FILTERS = /* @__PURE__ */ FIELD_NAMES.filter(
  (name) => QUERY_FIELDS[name].filter !== null,
);

export const FIELD_TEXTS = /* @__PURE__ */ WRITTEN_TEXTS.filter((text) =>
  FIELD_NAMES.some((name) => QUERY_FIELDS[name].text === text),
);

export function fieldSign(field: QueryField): string {
  return field === 'text' ? '' : `${field}:`;
}

export function isFilter({ field }: { field: QueryField }): boolean {
  return fieldOf(field).filter !== null;
}

export type SearchedTexts = Record<Exclude<WrittenText, OptionalText>, string> &
  Partial<Record<OptionalText, string>> & {
    /** Boilerplate and the like. */
    more?: readonly string[];
    /** The transcript. */
    said?: string;
  };
