import { FIELD_NAMES, isFact, isFilter, type QueryField } from './fields.ts';
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

/** Grammar: `docs/queries.md`. If `any`, `all` and `filters` are empty, nothing matches. */
export interface ParsedQuery {
  /** Alternatives (OR) of terms that must all match (AND). */
  readonly any: readonly (readonly QueryTerm[])[];
  readonly all: readonly QueryTerm[];
  readonly not: readonly QueryTerm[];
  /** One filter of each field must match. */
  readonly filters: readonly QueryTerm[];
}

/** Matches a sign, a field, and a quoted phrase (the closing quote is optional) or a word. */
const LEXEME = new RegExp(
  `([+-]?)(?:(${FIELD_NAMES.join('|')}):(?:\\s+(?="))?)?` + `(?:"([^"]*)(?:"\\*?|$)|([^\\s"]\\S*))`,
  'gi',
);
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
  for (const keyword of keywords) readInto(query, keyword);
  parsed.set(keywords, query);
  return query;
}

/** A query while it is read. */
interface QueryParts {
  any: QueryTerm[][];
  all: QueryTerm[];
  not: QueryTerm[];
  filters: QueryTerm[];
}

export function hasQuerySyntax(keyword: string): boolean {
  return read(plainKeyword(keyword)).hasSyntax;
}

function plainKeyword(keyword: string): string {
  return withPlainSigns(keyword.normalize('NFC'));
}

function readInto(query: QueryParts, typed: string): void {
  const keyword = plainKeyword(typed);
  const { hasSyntax, part } = read(keyword);
  if (!hasSyntax && part.any.length === 0) {
    // A keyword without words matches nothing, but responses show it.
    query.any.push([{ text: keyword, field: 'text', beginning: false }]);
  }
  query.any.push(...part.any);
  query.all.push(...part.all);
  query.not.push(...part.not);
  query.filters.push(...part.filters);
}

function read(keyword: string): { hasSyntax: boolean; part: QueryParts } {
  const part: QueryParts = { any: [], all: [], not: [], filters: [] };
  const lexemes = lexemesOf(keyword);
  const lastWord = lexemes.findLastIndex(mayFollowOperator);
  let alternative: QueryTerm[] = [];
  let plain: string[] = [];
  let isBehindOperator = true;

  function endPhrase(beginning = false): void {
    const text = plain.join(' ');
    if (hasWord(text)) alternative.push({ text, field: 'text', beginning });
    plain = [];
  }
  function endAlternative(): void {
    endPhrase();
    if (alternative.length > 0) part.any.push(alternative);
    alternative = [];
  }

  let hasSyntax = false;
  for (const [index, [whole, sign, name, quoted, word = '']] of lexemes.entries()) {
    if (isOperator(whole) && index > 0 && index < lastWord) {
      hasSyntax = true;
      if (!isBehindOperator && whole === 'OR') endAlternative();
      else endPhrase();
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
    hasSyntax ||= hasSign || name !== undefined || beginning || lexemes.length > 1;
    endPhrase();
    const field = (name?.toLowerCase() ?? 'text') as QueryField;
    const isText = !isFact({ field });
    const term = { text: value.trim(), field, beginning: beginning && isText };
    if (hasSign && sign === '-') {
      const isWhole = isFilter(term) && isText && !beginning && whole.includes('"');
      part.not.push(isWhole ? { ...term, whole: true } : term);
    } else if (isFilter(term)) part.filters.push(term);
    else (hasSign ? part.all : alternative).push(term);
  }
  endAlternative();
  return { hasSyntax, part };
}

/** Used because `matchAll` would compile a copy of the expression for each of many alerts. */
function lexemesOf(keyword: string): RegExpExecArray[] {
  const lexemes: RegExpExecArray[] = [];
  LEXEME.lastIndex = 0;
  for (let found = LEXEME.exec(keyword); found; found = LEXEME.exec(keyword)) lexemes.push(found);
  return lexemes;
}

function stripStar(value: string, beginning: boolean): string {
  return beginning && value.endsWith('*') ? value.slice(0, -1) : value;
}

function isOperator(lexeme: string): boolean {
  return lexeme === 'AND' || lexeme === 'OR';
}

function mayFollowOperator([whole, , , quoted]: RegExpExecArray): boolean {
  return Boolean(quoted) || (hasWord(whole) && !isOperator(whole));
}
