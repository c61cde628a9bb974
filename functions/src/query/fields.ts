/**
 * The written texts of an episode that every search looks through, each separately, in the order in which the
 * indexes have them. A term without a field is looked for in each of them, and in the transcript.
 */
export const WRITTEN_TEXTS = [
  'title',
  'podcast',
  'publisher',
  'description',
  'persons',
  'chapters',
] as const;

export type WrittenText = (typeof WRITTEN_TEXTS)[number];

/** Texts that not every episode has. */
type OptionalText = 'persons' | 'chapters';

interface QueryFieldDefinition {
  /** The text that its terms are looked for in; `said` is the transcript. */
  text: Exclude<WrittenText, OptionalText> | 'said';
  /**
   * Words before its terms in a sentence if it narrows the whole query, so that several are alternatives;
   * null if its terms are parts of an alternative. In quotes, an excluded one is all of the text.
   */
  filter: { in: string; allOf: string; outside: string } | null;
  /** What stands behind a term: in a sentence, and among the excluded terms of an alert. */
  sentence: string;
  list: string;
  /** What stands before a term on a chip. */
  chip: string;
}

/**
 * The fields of a query, by their sign without its colon. The lexer, the normal form, the sentences, the chips,
 * the guess of the search field, the engines and the matching of alerts derive from this table.
 */
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

/** Where a term is looked for: in one text, or (`text`) in all texts of an episode. */
export type QueryField = FieldName | 'text';

const ANY_TEXT = { text: null, filter: null, sentence: '', list: '', chip: '' };

/** The entry of a field; of `text`, one that names no text. */
export function fieldOf(
  field: QueryField,
): Omit<QueryFieldDefinition, 'text'> & { text: QueryFieldDefinition['text'] | null } {
  return field === 'text' ? ANY_TEXT : QUERY_FIELDS[field];
}

export const FIELD_NAMES = Object.keys(QUERY_FIELDS) as FieldName[];

/** Fields that narrow the whole query. */
export const FILTERS = FIELD_NAMES.filter((name) => QUERY_FIELDS[name].filter !== null);

/** The written texts that have a field, each once. */
export const FIELD_TEXTS = WRITTEN_TEXTS.filter((text) =>
  FIELD_NAMES.some((name) => QUERY_FIELDS[name].text === text),
);

/** A field as it is typed before a term: `show:`; nothing for `text`. */
export function fieldSign(field: QueryField): string {
  return field === 'text' ? '' : `${field}:`;
}

/** Whether a term of this field narrows the whole query. */
export function isFilter({ field }: { field: QueryField }): boolean {
  return fieldOf(field).filter !== null;
}

/** The texts of an episode that are searched. */
export type SearchedTexts = Record<Exclude<WrittenText, OptionalText>, string> &
  Partial<Record<OptionalText, string>> & {
    /** Further texts, where there are any. */
    more?: readonly string[];
    /** Its transcript, if that is known. */
    said?: string;
  };
