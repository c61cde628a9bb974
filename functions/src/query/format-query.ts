import { hasQuerySyntax, type ParsedQuery, parseQuery, type QueryTerm } from './parse-query.ts';
import { factName } from './facts.ts';
import { fieldOf, fieldSign, FILTERS, isFact, isFilter } from './fields.ts';
import { withoutQuotes } from './query-signs.ts';
import { hasWord } from './query-words.ts';

const PLAIN = /^(?!(?:AND|OR)$)[\p{L}\p{N}][^\s:*]*$/u;

/** A filter value that needs no quotes: in an excluded filter, quotes would require the whole text to match. */
const PLAIN_NAME = /^(?![+-])\S+$/;

/** A final star that would turn the word into a prefix. */
const LAST_STAR = /(?<=(?:[\p{L}\p{N}]\p{M}*){3})\*$/u;

/** Formats a term without `+` and `-`, such as `openai`, `"sam altman"`, `show:"Hard Fork"` or `crypto*`. */
export function formatTerm({ text, field, beginning, whole }: QueryTerm): string {
  const words = withoutQuotes(text, ' ').trim().replace(LAST_STAR, '');
  const isPlain = !whole && (PLAIN.test(words) || (isFilter({ field }) && isPlainName(words)));
  const value = isPlain ? words : `"${words}"`;
  return `${fieldSign(field)}${value}${beginning ? '*' : ''}`;
}

function isPlainName(words: string): boolean {
  return PLAIN_NAME.test(words) && hasWord(words);
}

/** Returns a keyword that parses to the same query; a single phrase has no quotes. */
export function formatQuery({ any, all, not, filters }: ParsedQuery): string {
  const bearing = [
    ...all.map((term) => `+${formatTerm(term)}`),
    ...not.map((term) => `-${formatTerm(term)}`),
    ...filters.map(formatTerm),
  ];
  const [only, ...others] = any.flat();
  if (only?.field === 'text' && others.length === 0 && bearing.length === 0) {
    if (!only.beginning && !hasQuerySyntax(only.text)) return only.text;
  }
  const alternatives = any.map((terms) => terms.map(formatTerm).join(' AND ')).join(' OR ');
  return [...(any.length > 0 ? [alternatives] : []), ...bearing].join(' ');
}

/** A term is quoted if it contains a word of the sentences that {@link describeQuery} writes. */
const NEEDS_QUOTES = /\b(and|or|but|in|with|outside)\b|,/i;

// British English has no comma before "or".
const and = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const or = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** For example, "episodes that mention OpenAI, but not sponsor"; null if nothing can match. */
export function describeQuery(keywords: readonly string[]): string | null {
  const query = parseQuery(keywords);
  const { excluded, outside } = excludedOf(query);
  const wanted = wantedText(query);
  const all = filterTexts(query.filters, 'allOf');
  if (wanted === '' && all.length === 0) return null;
  const said = saidText(query);
  const mention = wanted ? `episodes that mention ${wanted}` : all.join(', ');
  const parts = [said === null ? mention : `episodes in which ${said} is said`];
  if (excluded.length > 0) {
    const isMention = wanted !== '' && said === null;
    parts.push(`but not ${isMention ? '' : 'those that mention '}${or.format(excluded)}`);
  }
  const narrowed = wanted ? query.filters : query.filters.filter(isFact);
  parts.push(...filterTexts(narrowed, 'in'));
  parts.push(...outside);
  return parts.join(', ');
}

/** For example, "AI in the title, in Hard Fork"; null without wanted terms. */
export function nameQuery(keywords: readonly string[]): string | null {
  const query = parseQuery(keywords);
  const [only, ...others] = [...query.any.flat(), ...query.all, ...query.filters];
  if (only?.field === 'text' && others.length === 0 && hasWord(only.text)) {
    return withoutQuotes(only.text) + endingOf(only);
  }
  const wanted = wantedText(query);
  const sought = wanted === '' ? filterTexts(query.filters, 'allOf') : [wanted];
  if (sought.length === 0) return null;
  const narrowed = wanted === '' ? query.filters.filter(isFact) : query.filters;
  return [...sought, ...filterTexts(narrowed, 'in')].join(', ');
}

/** For example, "without sponsor, outside Hard Fork"; null without excluded terms. */
export function describeExcluded(keywords: readonly string[]): string | null {
  const { excluded, outside } = excludedOf(parseQuery(keywords));
  const parts = [...(excluded.length > 0 ? [`without ${or.format(excluded)}`] : []), ...outside];
  return parts.length === 0 ? null : parts.join(', ');
}

function excludedOf({ not }: ParsedQuery): { excluded: string[]; outside: string[] } {
  return {
    excluded: named(not.filter((term) => !isFilter(term))),
    outside: filterTexts(not.filter(isFilter), 'outside'),
  };
}

function filterTexts(terms: readonly QueryTerm[], how: 'in' | 'allOf' | 'outside'): string[] {
  return FILTERS.flatMap((name) => {
    const names = named(terms.filter(({ field }) => field === name));
    const words = fieldOf(name).filter?.[how] ?? null;
    return names.length === 0 || words === null ? [] : [`${words} ${or.format(names)}`];
  });
}

function wantedText(query: ParsedQuery): string {
  const alternatives = query.any.map(named).filter((terms) => terms.length > 0);
  const all = named(query.all);
  const [first = [], ...others] = alternatives;
  if (others.length === 0) return and.format([...first, ...all]);
  const isSimple = alternatives.every((terms) => terms.length === 1);
  const any = isSimple
    ? or.format(alternatives.flat())
    : alternatives.map((terms) => and.format(terms)).join(', or ');
  return all.length === 0 ? any : `${any}, and also ${and.format(all)}`;
}

function saidText({ any, all }: ParsedQuery): string | null {
  const alternatives = any.length > 0 ? any : [all];
  if (any.length > 0 && all.length > 0) return null;
  const isTranscriptTerm = ([term, ...others]: readonly QueryTerm[]) =>
    term !== undefined &&
    fieldOf(term.field).text === 'said' &&
    hasWord(term.text) &&
    others.length === 0;
  if (!alternatives.every(isTranscriptTerm)) return null;
  return or.format(alternatives.flat().map((term) => nameOf({ ...term, field: 'text' })));
}

function named(terms: readonly QueryTerm[]): string[] {
  return terms.filter(({ text }) => hasWord(text)).map(nameOf);
}

function nameOf(term: QueryTerm): string {
  const value = factName(term.field, term.text);
  if (value !== null) return value;
  const plain = withoutQuotes(term.text);
  const name = NEEDS_QUOTES.test(plain) ? `“${plain}”` : plain;
  return name + endingOf(term) + fieldOf(term.field).sentence;
}

function endingOf({ beginning }: QueryTerm): string {
  return beginning ? ' with any ending' : '';
}
