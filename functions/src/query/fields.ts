import { languageCode, languageName } from './language.ts';

/** Texts of an episode except the transcript, in the order of the index columns. */
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

/** Texts that are names. Of an episode that only these match, an alert sends nothing, unless it says `show:`. */
export const NAME_TEXTS: readonly WrittenText[] = ['podcast', 'publisher'];

interface QueryFieldDefinition {
  /**
   * The searched text; null for any; `facts` if tokens that are marked with the field stand for it (`facts.ts`).
   */
  text: Exclude<WrittenText, OptionalText> | 'said' | 'facts' | null;
  fact?: Fact;
  /**
   * Wording in {@link describeQuery}; null if the field is no filter. `allOf` is null if it only narrows other
   * terms, `outsideAny` if an excluded value cannot be a part of a text.
   */
  filter:
    (Record<'in' | 'outside', Wording> & Record<'allOf' | 'outsideAny', Wording | null>) | null;
  /** Suffix of a term in a sentence. `list` is its suffix in a list of excluded terms. */
  sentence: string;
  list: string;
  chip: string;
  /** The first grammar that has the field (`QueryLanguage`). Default: 1. */
  since?: 2;
}

/** @param count Number of names that the list has. */
type Wording = (names: string, count: number) => string;

/** A value that is compared instead of text. */
interface Fact {
  column: string;
  /** Converts stored or typed text to letters and digits; null if there is no such value. */
  valueOf: (written: string) => string | null;
  /** Name on screen; undefined if the value does not exist. */
  nameOf: (value: string) => string | undefined;
  /** Shown after typed text that has no value. */
  unknown: string;
}

/** Parser, normal form, sentences, chips and engines derive from this table. */
const QUERY_FIELDS = {
  show: {
    text: 'podcast',
    filter: {
      in: (names) => `in ${names}`,
      allOf: (names) => `all episodes of ${names}`,
      outside: (names) => `outside ${names}`,
      outsideAny: (names) => `outside shows with ${names} in the name`,
    },
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
  lang: {
    text: 'facts',
    fact: {
      column: 'language',
      valueOf: languageCode,
      nameOf: languageName,
      unknown: '(no known language)',
    },
    filter: {
      in: (names) => `in ${names}`,
      allOf: null,
      outside: (names) => `not in ${names}`,
      outsideAny: null,
    },
    sentence: '',
    list: ' (language)',
    chip: '',
  },
  guest: {
    text: 'facts',
    filter: null,
    sentence: ' as a guest',
    list: ' (guest)',
    chip: 'guest: ',
    since: 2,
  },
  by: {
    text: 'facts',
    filter: null,
    sentence: ' as host/publisher',
    list: ' (host/publisher)',
    chip: 'by: ',
    since: 2,
  },
  name: {
    text: null,
    filter: null,
    sentence: ' as a name',
    list: ' (name)',
    chip: 'name: ',
    since: 2,
  },
  with: {
    text: null,
    filter: {
      in: (names, count) => (count > 1 ? `with at least one of ${names}` : `with ${names}`),
      allOf: null,
      outside: (names) => `without ${names}`,
      outsideAny: null,
    },
    sentence: '',
    list: ' (with)',
    chip: '',
    since: 2,
  },
} as const satisfies Record<string, QueryFieldDefinition>;

type FieldName = keyof typeof QUERY_FIELDS;

/** Filters narrow a query, wherever they stand in it. */
export type FilterName = {
  [Name in FieldName]: (typeof QUERY_FIELDS)[Name]['filter'] extends null ? never : Name;
}[FieldName];

export type FactColumn = Extract<
  (typeof QUERY_FIELDS)[FieldName],
  { fact: Fact }
>['fact']['column'];

/** `text` searches any text of the episode, including the transcript. */
export type QueryField = FieldName | 'text';

const ANY_TEXT = { text: null, filter: null, sentence: '', list: '', chip: '' };

export function fieldOf(field: QueryField): QueryFieldDefinition {
  return field === 'text' ? ANY_TEXT : QUERY_FIELDS[field];
}

export const FIELD_NAMES = Object.keys(QUERY_FIELDS) as FieldName[];

export const FILTERS = /* @__PURE__ */ FIELD_NAMES.filter(
  (name): name is FilterName => QUERY_FIELDS[name].filter !== null,
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

/** True for a filter that compares a value (`lang:de`). */
export function isFact({ field }: { field: QueryField }): boolean {
  return fieldOf(field).fact !== undefined;
}

/** True for a filter that cannot be a query by itself (`lang:de`, `with:mac`). */
export function onlyNarrows({ field }: { field: QueryField }): boolean {
  return fieldOf(field).filter?.allOf === null;
}

/** True for a filter by names, of which quotes mean the whole name if it is excluded. */
export function isNameFilter(term: { field: QueryField }): boolean {
  return isFilter(term) && !onlyNarrows(term);
}

/** True if the field's tokens are marked with it, so that no other term finds them. */
export function isMarked({ field }: { field: QueryField }): boolean {
  return fieldOf(field).text === 'facts';
}

export function isOfSpeakers(term: { field: QueryField }): boolean {
  return isMarked(term) && !isFact(term);
}

/** `speakers` is in the format of `speakersText`. */
export type Facts = Partial<Record<FactColumn | 'speakers', string | number | null>>;

export type SearchedTexts = Facts &
  Record<Exclude<WrittenText, OptionalText>, string> &
  Partial<Record<OptionalText, string>> & {
    said?: string;
  };
