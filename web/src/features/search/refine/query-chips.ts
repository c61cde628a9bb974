import {
  factName,
  fieldOf,
  fieldSign,
  type FilterName,
  FILTERS,
  isFilter,
  type ParsedQuery,
  type QueryTerm,
  parseQuery,
  showTerm,
  hasQuerySyntax,
  formatTerm,
} from 'functions/contract';

/** What a part of a query does: one of several, required, left out, or a filter. */
export type ChipKind = 'any' | 'all' | 'not' | FilterName | `not-${FilterName}`;

const SIGN = { all: '+', not: '-' } as const;

/** One part of what is typed, as something that can be taken away. */
export interface Chip {
  kind: ChipKind;
  /** In plain words, without signs. */
  label: string;
  /** Where it stands: the text between two commas, counted from 0, … */
  piece: number;
  /** … the list of its query, and the place in that. */
  list: keyof ParsedQuery;
  index: number;
}

/** The parts of what is typed, in its order; none where it is one word or one phrase alone. */
export function queryChips(text: string): Chip[] {
  const chips = piecesOf(text).flatMap((piece, index) => chipsOf(parseQuery([piece]), index));
  const [only, ...others] = chips;
  return only?.kind === 'any' && others.length === 0 ? [] : chips;
}

/** The text without one of its parts; what stands between other commas stays as it was typed. */
export function withoutChip(text: string, { piece, list, index }: Chip): string {
  const pieces = piecesOf(text);
  const query = parseQuery([pieces[piece] ?? '']);
  const left = { ...query, [list]: query[list].filter((_, at) => at !== index) };
  pieces[piece] = formatQuery(left);
  return pieces.filter((each) => each !== '').join(', ');
}

/**
 * The text with one more part, behind a comma: there it bears on the whole query, and nothing
 * typed before changes its meaning. The same text where the value has no words.
 */
export function withTerm(text: string, kind: ChipKind, value: string): string {
  const words = value
    .replace(/[,"“”„]/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');
  if (!/[\p{L}\p{N}]/u.test(words)) return text;
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

/** As the search reads them: repeated ones once. */
function piecesOf(text: string): string[] {
  const pieces = text
    .split(',')
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

function isFiltering(term: QueryTerm): term is QueryTerm & { field: FilterName } {
  return isFilter(term);
}

function notKind<Name extends FilterName>(filter: Name): `not-${Name}` {
  return `not-${filter}`;
}

function labelOf({ text, field, beginning }: QueryTerm): string {
  const value = factName(field, text);
  if (value !== null) return value;
  const words = text
    .replace(/["“”„]/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');
  return `${fieldOf(field).chip}${words}${beginning ? '…' : ''}`;
}

/** As it would be typed between two commas. */
function formatQuery({ any, all, not, filters }: ParsedQuery): string {
  const bearing = [
    ...all.map((term) => `+${formatTerm(term)}`),
    ...not.map((term) => `-${formatTerm(term)}`),
    ...filters.map(formatTerm),
  ];
  const [[term, ...more] = [], ...others] = any;
  const isPlain = term?.field === 'text' && !term.beginning && more.length + others.length === 0;
  if (isPlain && bearing.length === 0) return plainText(term.text);
  const alternatives = any.map((terms) => terms.map(formatTerm).join(' AND ')).join(' OR ');
  return [alternatives, ...bearing].filter((part) => part !== '').join(' ');
}

/** Words side by side, in quotes only where they would be read as more than that. */
function plainText(words: string): string {
  return hasQuerySyntax(words) ? formatTerm(textTerm(words)) : words;
}

function textTerm(text: string): QueryTerm {
  return { text, field: 'text', beginning: false };
}
