/** All texts of an episode except its transcript, in the order of the index columns. */
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
  text: Exclude<WrittenText, OptionalText> | 'said';
  /** The filter's words in {@link describeQuery}; null if the field is no filter. */
  filter: { in: string; allOf: string; outside: string } | null;
  /** Suffixes of a term: in a sentence, and in a list of excluded terms. */
  sentence: string;
  list: string;
  chip: string;
}

/** Parser, normal form, sentences, chips and engines derive from this table. */
const QUERY_FIELDS = {
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

/** `text`: any text of the episode, transcript included. */
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
    /** Further texts, such as boilerplate. */
    more?: readonly string[];
    said?: string;
  };
