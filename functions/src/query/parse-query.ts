import { fieldOf, FIELD_NAMES, isFact, isFilter, isNameFilter, type QueryField } from './fields.ts';
import { groupSigns } from './group-signs.ts';
import { withPlainSigns } from './query-signs.ts';
import { hasWord } from './query-words.ts';

export interface QueryTerm {
  /** The typed text without operators, in NFC, after {@link withPlainSigns}. */
  text: string;
  field: QueryField;
  /** True if the last word is a prefix (`crypto*`). */
  beginning: boolean;
  /** True for an excluded filter in quotes: the whole text must equal the words. */
  whole?: true;
}

export interface QueryGroup {
  group: ParsedQuery;
}

export type QueryPart = QueryTerm | QueryGroup;

/** Grammar: `docs/queries.md`. If `any`, `all` and `filters` are empty, nothing matches. */
export interface ParsedQuery {
  /** Alternatives (OR) of parts that must all match (AND). */
  readonly any: readonly (readonly QueryPart[])[];
  readonly all: readonly QueryPart[];
  readonly not: readonly QueryPart[];
  /** One filter of each field must match. Within brackets, filters are parts like others. */
  readonly filters: readonly QueryTerm[];
}

/** The grammar in which an alert was saved. Brackets, `NOT`, `|` and some fields (`since`) have a meaning since 2. */
export type QueryLanguage = 1 | 2;
export const NEWEST: QueryLanguage = 2;

/** Matches a sign, a field, and a quoted phrase (the closing quote is optional) or a word. */
const lexeme = (fields: readonly string[]) =>
  new RegExp(
    `([+-]?)(?:(${fields.join('|')}):(?:\\s+(?="))?)?` + `(?:"([^"]*)(?:"\\*?|$)|([^\\s"]\\S*))`,
    'gi',
  );
const isFormer = (field: QueryField) => fieldOf(field).since === undefined;
const LEXEMES: Record<QueryLanguage, RegExp> = {
  1: lexeme(FIELD_NAMES.filter(isFormer)),
  2: lexeme(FIELD_NAMES),
};
const BEGINNING = /(?:[\p{L}\p{N}]\p{M}*){3}"?\*"?$/u;

const parsed = new WeakMap<readonly string[], ParsedQuery>();

/**
 * Never fails: operators in a meaningless position are plain text. Parses a list of keywords once, however many parts
 * of a search ask for it.
 */
export function parseQuery(keywords: readonly string[]): ParsedQuery {
  const known = parsed.get(keywords);
  if (known !== undefined) return known;
  const query: QueryParts = { any: [], all: [], not: [], filters: [] };
  for (const keyword of keywords) readInto(query, keyword, NEWEST);
  parsed.set(keywords, query);
  return query;
}

/** Parses a keyword in grammar 1. */
export function parseFormerQuery(keyword: string): ParsedQuery {
  const query: QueryParts = { any: [], all: [], not: [], filters: [] };
  readInto(query, keyword, 1);
  return query;
}

/** A query while it is read. */
interface QueryParts {
  any: QueryPart[][];
  all: QueryPart[];
  not: QueryPart[];
  filters: QueryTerm[];
}

export function hasQuerySyntax(keyword: string): boolean {
  return read(plainKeyword(keyword), NEWEST).hasSyntax;
}

/** The oldest grammar that understands the keyword; undefined for plain words. */
export function queryLanguage(keyword: string): QueryLanguage | undefined {
  const { hasSyntax, isNewer } = read(plainKeyword(keyword), NEWEST);
  return isNewer ? 2 : hasSyntax ? 1 : undefined;
}

export function isGroup(part: QueryPart): part is QueryGroup {
  return 'group' in part;
}

export function plainKeyword(keyword: string): string {
  return withPlainSigns(keyword.normalize('NFC'));
}

function readInto(query: QueryParts, typed: string, language: QueryLanguage): void {
  const keyword = plainKeyword(typed);
  const { hasSyntax, part } = read(keyword, language);
  if (!hasSyntax && part.any.length === 0) {
    // A keyword without words matches nothing, but responses show it.
    query.any.push([{ text: keyword, field: 'text', beginning: false }]);
  }
  query.any.push(...part.any);
  query.all.push(...part.all);
  query.not.push(...part.not);
  query.filters.push(...part.filters);
}

interface Reading {
  hasSyntax: boolean;
  /** True if something has a meaning that grammar 1 does not know. */
  isNewer: boolean;
  part: QueryParts;
}

function read(keyword: string, language: QueryLanguage): Reading {
  const pieces =
    language === 1 || !MAY_GROUP.test(keyword)
      ? lexemesOf(keyword, language)
      : groupedPieces(keyword);
  return readPieces(pieces, { language, isInner: false });
}

/** A lexeme, or the pieces of a bracket. */
type Piece = RegExpExecArray | Bracket;

interface Bracket {
  sign: string;
  pieces: Piece[];
  /** As typed. */
  text: string;
}

function isBracket(piece: Piece): piece is Bracket {
  return !Array.isArray(piece);
}

interface Place {
  language: QueryLanguage;
  /** True within brackets. */
  isInner: boolean;
}

function readPieces(pieces: readonly Piece[], place: Place): Reading {
  const part: QueryParts = { any: [], all: [], not: [], filters: [] };
  const lastPart = pieces.findLastIndex(
    (piece) => isBracket(piece) || mayFollowOperator(piece, place.language),
  );
  let alternative: QueryPart[] = [];
  let plain: string[] = [];
  let isBehindOperator = true;
  let isExcluded = false;
  let hasSyntax = false;
  let isNewer = false;

  function add(added: QueryPart, sign = ''): void {
    if (isExcluded || sign === '-') part.not.push(added);
    else if (sign === '+') part.all.push(added);
    else alternative.push(added);
    isExcluded = false;
  }
  function endPhrase(beginning = false): void {
    const text = plain.join(' ');
    if (hasWord(text)) add({ text, field: 'text', beginning });
    plain = [];
  }
  function endAlternative(): void {
    endPhrase();
    if (alternative.length > 0) part.any.push(alternative);
    alternative = [];
  }
  function addBracket({ sign, pieces: inner, text }: Bracket): void {
    const within = readPieces(inner, { ...place, isInner: true });
    const only = onlyPart(within.part);
    const isPhrase = only !== null && !within.hasSyntax;
    // A phrase in brackets, as in `Alien (1979)`, is as good as without.
    if (only === null ? isEmpty(within.part) : isPhrase && sign === '' && !isExcluded) {
      plain.push(text);
      return;
    }
    endPhrase();
    hasSyntax = true;
    isNewer = true;
    add(only ?? { group: within.part }, sign);
  }

  for (const [index, piece] of pieces.entries()) {
    if (isBracket(piece)) {
      addBracket(piece);
      isBehindOperator = false;
      continue;
    }
    const [whole, sign = '', name, quoted, word = ''] = piece;
    if (isOperator(whole, place.language) && index > 0 && index < lastPart) {
      hasSyntax = true;
      isNewer ||= whole.startsWith('|');
      if (!isBehindOperator && whole !== 'AND') endAlternative();
      else endPhrase();
      isBehindOperator = true;
      continue;
    }
    if (isNot(whole, place.language) && index < lastPart) {
      hasSyntax = true;
      isNewer = true;
      endPhrase();
      isExcluded = true;
      isBehindOperator = true;
      continue;
    }
    isBehindOperator = false;
    const beginning = whole.includes('*') && BEGINNING.test(whole);
    const hasSign = sign !== '' && !/^[+-]/.test(word);
    const isTerm = hasSign || name !== undefined || quoted !== undefined;
    const value = stripStar(quoted ?? word, beginning);
    if (!isTerm || (quoted === undefined ? !hasWord(value) : value.trim() === '')) {
      plain.push(stripStar(whole, beginning));
      if (beginning) endPhrase(true);
      hasSyntax ||= beginning;
      continue;
    }
    // Quotes around the only phrase of a keyword change nothing.
    hasSyntax ||= hasSign || name !== undefined || beginning || pieces.length > 1;
    endPhrase();
    const field = (name?.toLowerCase() ?? 'text') as QueryField;
    isNewer ||= !isFormer(field);
    const isText = !isFact({ field });
    const term = { text: value.trim(), field, beginning: beginning && isText };
    if (isExcluded || (hasSign && sign === '-')) {
      const isWhole = isNameFilter(term) && !beginning && whole.includes('"');
      add(isWhole ? { ...term, whole: true } : term, '-');
    } else if (isFilter(term) && !place.isInner) part.filters.push(term);
    else add(term, hasSign ? sign : '');
  }
  endAlternative();
  return { hasSyntax, isNewer, part };
}

/** The only part of a bracket that excludes and requires nothing. */
function onlyPart({ any, all, not }: QueryParts): QueryPart | null {
  const [only, ...others] = any.flat();
  return only !== undefined && others.length + all.length + not.length === 0 ? only : null;
}

function isEmpty({ any, all, not }: QueryParts): boolean {
  return any.length + all.length + not.length === 0;
}

const MAY_GROUP = /[()|]/;

/** Used because `matchAll` would compile a copy of the expression for each of many alerts. */
function lexemesOf(keyword: string, language = NEWEST): RegExpExecArray[] {
  const lexemes: RegExpExecArray[] = [];
  const each = LEXEMES[language];
  each.lastIndex = 0;
  for (let found = each.exec(keyword); found; found = each.exec(keyword)) lexemes.push(found);
  return lexemes;
}

/** Splits the keyword into lexemes and brackets. A bracket without its other half, or nested too deeply, is text. */
function groupedPieces(keyword: string): Piece[] {
  const signs = groupSigns(keyword);
  const open: { bracket: Bracket; from: number }[] = [];
  const outermost: Piece[] = [];
  let level = outermost;
  let from = 0;
  const endText = (to: number) => {
    level.push(...lexemesOf(keyword.slice(from, to)));
  };
  for (const each of signs) {
    endText(each.from);
    from = each.to;
    if (each.sign === '|') {
      level.push(...lexemesOf(keyword.slice(each.from, each.to)));
    } else if (each.sign === '(') {
      const sign = keyword.slice(each.from, each.to - 1);
      const bracket: Bracket = { sign, pieces: [], text: '' };
      level.push(bracket);
      open.push({ bracket, from: each.from });
      level = bracket.pieces;
    } else {
      const closed = open.pop();
      if (closed) closed.bracket.text = keyword.slice(closed.from, each.to);
      level = open.at(-1)?.bracket.pieces ?? outermost;
    }
  }
  endText(keyword.length);
  return outermost;
}

function stripStar(value: string, beginning: boolean): string {
  return beginning && value.endsWith('*') ? value.slice(0, -1) : value;
}

function isOperator(lexeme: string, language: QueryLanguage): boolean {
  return lexeme === 'AND' || lexeme === 'OR' || (language > 1 && /^\|+$/.test(lexeme));
}

function isNot(lexeme: string, language: QueryLanguage): boolean {
  return language > 1 && lexeme === 'NOT';
}

function mayFollowOperator([whole, , , quoted]: RegExpExecArray, language: QueryLanguage): boolean {
  if (isOperator(whole, language) || isNot(whole, language)) return false;
  return Boolean(quoted) || hasWord(whole);
}
