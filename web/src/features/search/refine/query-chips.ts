import {
  ANY_COMMA,
  factName,
  fieldOf,
  fieldSign,
  type FilterName,
  FILTERS,
  isFilter,
  type ParsedQuery,
  type QueryPart,
  type QueryTerm,
  parseQuery,
  showTerm,
  hasQuerySyntax,
  formatPart,
  formatQuery,
  formatTerm,
  isGroup,
  splitAtCommas,
  withoutQuotes,
} from 'functions/contract';

/** An alternative, a required term, an excluded term, or a filter. */
export type ChipKind = 'any' | 'all' | 'not' | FilterName | `not-${FilterName}`;

const HAS_WORD = /[\p{L}\p{N}]/u;
const SIGN = { all: '+', not: '-' } as const;

export interface Chip {
  kind: ChipKind;
  /** The term's text without operators. */
  label: string;
  /** Index of the piece that contains the term, if the query is split at commas. */
  piece: number;
  /** The list of the parsed piece that contains the term. `index` is the position in that list. */
  list: keyof ParsedQuery;
  index: number;
}

/**
 * Lists the terms of a query: pieces between commas in order, and within a piece in the order of {@link ChipKind}.
 * Omits terms without words. Empty if the only term is of kind `any`, such as one word.
 */
export function queryChips(text: string): Chip[] {
  const parts = piecesOf(text).flatMap((piece, index) => chipsOf(parseQuery([piece]), index));
  const chips = parts.filter(({ label }) => HAS_WORD.test(label));
  const [only, ...others] = chips;
  return only?.kind === 'any' && others.length === 0 ? [] : chips;
}

/** Removes a term. All other pieces between commas stay as typed. */
export function withoutChip(text: string, { piece, list, index }: Chip): string {
  const pieces = piecesOf(text);
  const query = parseQuery([pieces[piece] ?? '']);
  const left = { ...query, [list]: query[list].filter((_, at) => at !== index) };
  pieces[piece] = formatQuery(left);
  return pieces.filter((each) => each !== '').join(', ');
}

/**
 * Adds a term after a comma, so that it applies to the whole query and does not change other terms. Returns the text
 * unchanged if the value has no words or the text already has this term.
 */
export function withTerm(text: string, kind: ChipKind, value: string): string {
  const words = withoutQuotes(value, ' ').replace(ANY_COMMA, ' ').trim().replace(/\s+/g, ' ');
  if (!HAS_WORD.test(words)) return text;
  const pieces = piecesOf(text);
  const added = termOf(kind, words);
  return added === null || pieces.includes(added) ? text : [...pieces, added].join(', ');
}

function termOf(kind: ChipKind, words: string): string | null {
  if (kind === 'any') return plainText(words);
  const term = formatTerm(textTerm(words));
  if (kind === 'all' || kind === 'not') return SIGN[kind] + term;
  if (kind === 'not-show') {
    const show = showTerm(words);
    return show === null ? null : `-${show}`;
  }
  const filter = FILTERS.find((name) => kind === notKind(name));
  return filter === undefined ? `${kind}:${term}` : `-${fieldSign(filter)}${term}`;
}

/** Splits the text at commas. Trims the pieces and drops duplicates, as the search does. */
function piecesOf(text: string): string[] {
  const pieces = splitAtCommas(text)
    .map((piece) => piece.trim().replace(/\s+/g, ' '))
    .filter((piece) => piece !== '');
  const known = new Set<string>();
  return pieces.filter((piece) => known.size !== known.add(piece.toLowerCase()).size);
}

function chipsOf({ any, all, not, filters }: ParsedQuery, piece: number): Chip[] {
  const chip = (kind: ChipKind, list: keyof ParsedQuery, label: string, index: number): Chip => ({
    kind,
    label,
    piece,
    list,
    index,
  });
  return [
    ...any.map((terms, index) => chip('any', 'any', terms.map(labelOf).join(' and '), index)),
    ...all.map((term, index) => chip('all', 'all', labelOf(term), index)),
    ...not.map((term, index) =>
      chip(isFiltering(term) ? notKind(term.field) : 'not', 'not', labelOf(term), index),
    ),
    ...filters
      .filter(isFiltering)
      .map((term, index) => chip(term.field, 'filters', labelOf(term), index)),
  ];
}

function isFiltering(part: QueryPart): part is QueryTerm & { field: FilterName } {
  return !isGroup(part) && isFilter(part);
}

function notKind<Name extends FilterName>(filter: Name): `not-${Name}` {
  return `not-${filter}`;
}

function labelOf(part: QueryPart): string {
  if (isGroup(part)) return formatPart(part);
  const { text, field, beginning } = part;
  const value = factName(field, text);
  if (value !== null) return value;
  const words = withoutQuotes(text, ' ').trim().replace(/\s+/g, ' ');
  return `${fieldOf(field).chip}${words}${beginning ? '…' : ''}`;
}

/** Quotes words only if they would otherwise be parsed as syntax. */
function plainText(words: string): string {
  return hasQuerySyntax(words) ? formatTerm(textTerm(words)) : words;
}

function textTerm(text: string): QueryTerm {
  return { text, field: 'text', beginning: false };
}
