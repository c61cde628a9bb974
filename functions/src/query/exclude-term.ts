import {
  countWords,
  MAX_KEYWORD_LENGTH,
  MAX_PHRASE_WORDS,
} from '../contract/episodes/search-limits.ts';
import { type AlertQuery, queryOfAlert } from './alert-query.ts';
import {
  isGroup,
  parseQuery,
  type QueryLanguage,
  queryLanguage,
  type QueryPart,
  type QueryTerm,
} from './parse-query.ts';
import { factName, wantedValue } from './facts.ts';
import { fieldOf } from './fields.ts';
import { formatPart, formatQuery, formatTerm } from './format-query.ts';
import { normalizeKeyword } from './normalize-query.ts';
import { ANY_COMMA } from './commas.ts';
import { withoutQuotes } from './query-signs.ts';
import { withoutBoundaries } from './query-words.ts';

export interface ChangedAlert {
  keyword: string;
  language?: QueryLanguage;
}

export const NO_ROOM_TO_EXCLUDE = `This alert has no room for more exclusions: the limit is ${MAX_KEYWORD_LENGTH} characters and ${MAX_PHRASE_WORDS} words. Remove something from it first.`;

const MAX_NAME_WORDS = 12;
/** The text up to its last word that ends with three letters or digits, because a star requires three. */
const BEGINNING = /^.*[\p{L}\p{N}]{3}(?= )/u;

/**
 * `show:"<name>"`, or a prefix if the name exceeds {@link MAX_NAME_WORDS}. Null if no word can be searched for.
 */
export function showTerm(name: string): string | null {
  const words = withoutQuotes(name, ' ')
    .replace(/[*﹡＊]/g, ' ')
    .replace(ANY_COMMA, ' ')
    .trim()
    .split(/\s+/);
  if (countWords(words.join(' ')) === 0) return null;
  if (words.length <= MAX_NAME_WORDS) {
    return formatTerm({ text: words.join(' '), field: 'show', beginning: false, whole: true });
  }
  const [text] = BEGINNING.exec(`${words.slice(0, MAX_NAME_WORDS).join(' ')} `) ?? [];
  return text === undefined ? null : formatTerm({ text, field: 'show', beginning: true });
}

/** Lists the excluded terms without their minus, in the order written. */
export function excludedTerms(alert: AlertQuery): string[] {
  return parseQuery([queryOfAlert(alert)]).not.map(formatPart);
}

export function isExcluded(alert: AlertQuery, term: string): boolean {
  return excludedTerms(alert).some(isTerm(term));
}

/** Null if the alert would become too long. `term` has no minus. Keeps the alert as it was written, if possible. */
export function excludeTerm(alert: AlertQuery, term: string): ChangedAlert | null {
  const query = parseQuery([queryOfAlert(alert)]);
  const [excluded] = parseQuery([`-${term}`]).not;
  if (excluded === undefined || isExcluded(alert, term)) return unchanged(alert);
  const wanted = formatQuery({ ...query, not: [...query.not, excluded] });
  const written = sameQuery(`${alert.keyword} -${formatPart(excluded)}`, wanted);
  return [...written, changed(wanted)].find(({ keyword }) => fits(keyword)) ?? null;
}

function fits(keyword: string): boolean {
  return keyword.length <= MAX_KEYWORD_LENGTH && countWords(keyword) <= MAX_PHRASE_WORDS;
}

export function restoreTerm(alert: AlertQuery, term: string): ChangedAlert {
  return restoredTexts(alert, term)[0] ?? unchanged(alert);
}

/**
 * The alert without the term, as it was written and as it is formatted: version 1.1 formatted an alert when it excluded
 * a term, so quotes may be its own.
 */
export function restoredTexts(alert: AlertQuery, term: string): ChangedAlert[] {
  const query = parseQuery([queryOfAlert(alert)]);
  const is = isTerm(term);
  const not = query.not.filter((each) => !is(formatPart(each)));
  if (not.length === query.not.length) return [unchanged(alert)];
  const removed = query.not.filter((each) => !not.includes(each));
  const wanted = formatQuery({ ...query, not });
  const written = sameQuery(withoutExclusions(alert.keyword, removed), wanted);
  return [...written, changed(wanted)];
}

function withoutExclusions(keyword: string, removed: readonly QueryPart[]): string {
  return removed.reduce((text, part) => {
    const exclusion = ` -${formatPart(part)}`;
    const at = text.lastIndexOf(exclusion);
    return at < 0 ? text : text.slice(0, at) + text.slice(at + exclusion.length);
  }, keyword);
}

/** The text as an alert if it says the same as the formatted query, else nothing. */
function sameQuery(text: string, formatted: string): ChangedAlert[] {
  const alert = changed(text);
  return formatQuery(parseQuery([queryOfAlert(alert)])) === formatted ? [alert] : [];
}

/** True if the term is neither wanted nor excluded, and fits the length limits. */
export function canExclude(alert: AlertQuery, term: string): boolean {
  const { any, all, filters } = parseQuery([queryOfAlert(alert)]);
  const wanted = termOf(term);
  const isAsked = [...any.flat(), ...all, ...filters].some(
    (each) =>
      !isGroup(each) &&
      !isGroup(wanted) &&
      each.field === wanted.field &&
      spelled(each) === spelled(wanted),
  );
  return !isAsked && !isExcluded(alert, term) && excludeTerm(alert, term) !== null;
}

/** For example, "Hard Fork (show)" or "sponsor". */
export function termName(term: string): string {
  const part = termOf(term);
  if (isGroup(part)) return formatPart(part);
  const { text, field, beginning } = part;
  return `${factName(field, text) ?? text}${beginning ? '…' : ''}${fieldOf(field).list}`;
}

function termOf(term: string): QueryPart {
  const [read] = parseQuery([`-${term}`]).not;
  return read ?? { text: term, field: 'text', beginning: false };
}

function isTerm(term: string): (other: string) => boolean {
  const wanted = keyOf(term);
  return (other) => keyOf(other) === wanted;
}

/** Returns the same key for all spellings of a term. */
function keyOf(term: string): string {
  const read = termOf(term);
  return isGroup(read) ? formatPart(read) : formatTerm({ ...read, text: spelled(read) });
}

function spelled({ field, text }: QueryTerm): string {
  const value = wantedValue(field, text);
  return value ?? (withoutBoundaries(normalizeKeyword(text)) || text.toLowerCase());
}

function unchanged({ keyword, language }: AlertQuery): ChangedAlert {
  return language === 1 || language === 2 ? { keyword, language } : { keyword };
}

function changed(keyword: string): ChangedAlert {
  const language = queryLanguage(keyword);
  return language === undefined ? { keyword } : { keyword, language };
}
