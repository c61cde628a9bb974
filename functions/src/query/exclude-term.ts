import {
  countWords,
  MAX_KEYWORD_LENGTH,
  MAX_PHRASE_WORDS,
} from '../contract/episodes/search-limits.ts';
import { type AlertQuery, queryOfAlert } from './alert-query.ts';
import { type QueryTerm, parseQuery, hasQuerySyntax } from './parse-query.ts';
import { fieldOf } from './fields.ts';
import { formatQuery } from './format-query.ts';
import { formatTerm } from './format-term.ts';

/** What an alert asks for, as it is stored. */
export interface ChangedAlert {
  keyword: string;
  language?: 1;
}

/** Why nothing more fits, in words for the person. */
export const NO_ROOM_TO_EXCLUDE = `There is no room to leave out more: an alert has at most ${MAX_KEYWORD_LENGTH} characters and ${MAX_PHRASE_WORDS} words. Take something else out of it first.`;

/** So many words of a show's name fit into a keyword; of a longer one its beginning stands for it. */
const MAX_NAME_WORDS = 12;
/** Words behind which a star says that the name goes on. */
const BEGINNING = /^.*[\p{L}\p{N}]{3}(?= )/u;

/**
 * The term of the language that leaves out the show of this name, without its minus and without signs that
 * would divide a query. Null for a name without words, or too long to be named.
 */
export function showTerm(name: string): string | null {
  const words = name
    .replace(/["“”„*,]/g, ' ')
    .trim()
    .split(/\s+/);
  if (countWords(words.join(' ')) === 0) return null;
  if (words.length <= MAX_NAME_WORDS) {
    return formatTerm({ text: words.join(' '), field: 'show', beginning: false, whole: true });
  }
  const [text] = BEGINNING.exec(`${words.slice(0, MAX_NAME_WORDS).join(' ')} `) ?? [];
  return text === undefined ? null : formatTerm({ text, field: 'show', beginning: true });
}

/** What an alert leaves out: terms of the language without their minus, in the order written. */
export function excludedTerms(alert: AlertQuery): string[] {
  return parseQuery([queryOfAlert(alert)]).not.map(formatTerm);
}

/** Whether an alert excludes a term already, whatever its case. */
export function isExcluded(alert: AlertQuery, term: string): boolean {
  return excludedTerms(alert).some(isTerm(term));
}

/**
 * The alert with one more term left out. Its meaning is otherwise the same, also if its keyword is older
 * than the language. Returns it unchanged if it excludes the term already, null if there is no room.
 * @param term A term of the language without its minus, as {@link showTerm} makes it.
 */
export function excludeTerm(alert: AlertQuery, term: string): ChangedAlert | null {
  const query = parseQuery([queryOfAlert(alert)]);
  const [excluded] = parseQuery([`-${term}`]).not;
  if (excluded === undefined || isExcluded(alert, term)) return unchanged(alert);
  const keyword = formatQuery({ ...query, not: [...query.not, excluded] });
  const fits = keyword.length <= MAX_KEYWORD_LENGTH && countWords(keyword) <= MAX_PHRASE_WORDS;
  return fits ? changed(keyword) : null;
}

/** The alert without this term among those left out; unchanged if it is not among them. */
export function restoreTerm(alert: AlertQuery, term: string): ChangedAlert {
  const query = parseQuery([queryOfAlert(alert)]);
  const is = isTerm(term);
  const not = query.not.filter((each) => !is(formatTerm(each)));
  if (not.length === query.not.length) return unchanged(alert);
  return changed(formatQuery({ ...query, not }));
}

/**
 * Whether a term can be offered to be left out: it is not left out yet, it fits, and the alert does not
 * ask for it.
 */
export function canExclude(alert: AlertQuery, term: string): boolean {
  const { any, all, filters } = parseQuery([queryOfAlert(alert)]);
  const { text, field } = termOf(term);
  const isAsked = [...any.flat(), ...all, ...filters].some(
    (each) => each.field === field && each.text.toLowerCase() === text.toLowerCase(),
  );
  return !isAsked && !isExcluded(alert, term) && excludeTerm(alert, term) !== null;
}

/** A term as a person reads it: "Hard Fork (show)", "sponsor". */
export function termName(term: string): string {
  const { text, field, beginning } = termOf(term);
  return `${text}${beginning ? '…' : ''}${fieldOf(field).list}`;
}

function termOf(term: string): QueryTerm {
  const [read] = parseQuery([`-${term}`]).not;
  return read ?? { text: term, field: 'text', beginning: false };
}

function isTerm(term: string): (other: string) => boolean {
  const wanted = formatTerm(termOf(term)).toLowerCase();
  return (other) => other.toLowerCase() === wanted;
}

function unchanged({ keyword, language }: AlertQuery): ChangedAlert {
  return language === 1 ? { keyword, language } : { keyword };
}

function changed(keyword: string): ChangedAlert {
  return hasQuerySyntax(keyword) ? { keyword, language: 1 } : { keyword };
}
