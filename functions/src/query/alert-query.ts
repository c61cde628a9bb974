import type { NewAlert } from '../contract/people/alert.ts';
import { MAX_KEYWORD_LENGTH } from '../contract/episodes/search-limits.ts';
import { normalizeQuery, wantedPart } from './normalize-query.ts';
import { isFact, isNameFilter } from './fields.ts';
import { withoutBoundaries } from './query-words.ts';
import {
  hasQuerySyntax,
  NEWEST,
  parseFormerQuery,
  parseQuery,
  type QueryLanguage,
  type QueryPart,
  queryLanguage,
} from './parse-query.ts';
import { planQuery } from './plan-query.ts';
import { type Term, wantedTerms } from './query-plan.ts';
import { ANY_COMMA } from './commas.ts';
import { withPlainSigns } from './query-signs.ts';
import {
  describeExcluded,
  describeQuery,
  formatQuery,
  formatPart,
  nameQuery,
} from './format-query.ts';

export type AlertQuery = Pick<NewAlert, 'keyword'> & {
  language?: number | undefined;
  spoken?: boolean | undefined;
  onlyAbout?: boolean | undefined;
};

/** A text that was just typed, in the newest grammar. */
export function asTyped(keyword: string): { keyword: string; language: QueryLanguage } {
  return { keyword, language: NEWEST };
}

/**
 * The alert's text in today's grammar. Without `language`, operators are plain words: quoted, or removed if the quoted
 * query would be too long. In language 1, what only grammar 2 knows is plain text.
 */
export function queryOfAlert({ keyword, language }: AlertQuery): string {
  if (language === 2 || !hasQuerySyntax(keyword)) return keyword;
  if (language === 1) {
    return queryLanguage(keyword) === 2 ? formatQuery(parseFormerQuery(keyword)) : keyword;
  }
  const phrase = `"${withPlainSigns(keyword).replace(/["*]/g, ' ')}"`;
  return phrase.length <= MAX_KEYWORD_LENGTH ? phrase : bareWords(keyword);
}

/** True if the alert was saved before a part of its keyword had a meaning. */
export function isReadDifferently({ keyword, language }: AlertQuery): boolean {
  return language !== 2 && queryLanguage(keyword) === 2;
}

/** Replaces commas by `;`, because a comma separates keywords in the search field. */
export function searchTextOfAlert(alert: AlertQuery): string {
  return queryOfAlert(alert).replace(ANY_COMMA, ';');
}

/** Removes operators, but not signs within a name (`C++`). */
function bareWords(text: string): string {
  return withPlainSigns(text)
    .replace(/[\s"*:;,()|]+/g, ' ')
    .replace(/(?<=^| )[+-]+/g, '')
    .replace(/(?<=^| )(?:AND|OR|NOT)(?= |$)/g, (word) => word.toLowerCase())
    .trim();
}

/**
 * Returns one alert per keyword, each with the required terms, exclusions and filters of all keywords. Empty if
 * nothing can match.
 */
export function alertKeywords(keywords: readonly string[]): string[] {
  const typed = parseQuery(keywords);
  const query = {
    any: typed.any,
    all: distinctTerms(typed.all),
    not: distinctTerms(typed.not),
    filters: distinctTerms(typed.filters),
  };
  const { all, not, filters } = query;
  if (all.length + not.length + filters.length === 0) return [...keywords];
  const alternatives = keywords.flatMap((keyword) => {
    const { any } = parseQuery([keyword]);
    return any.length === 0 ? [] : [formatQuery({ ...query, any })];
  });
  if (alternatives.length > 0) return alternatives;
  return all.length + filters.length > 0 ? [formatQuery(query)] : [];
}

function distinctTerms<Part extends QueryPart>(terms: readonly Part[]): Part[] {
  return [...new Map(terms.map((term) => [formatPart(term).toLowerCase(), term])).values()];
}

export const EMPTY_QUERY = 'Add at least one word to search for.';

const NOTES_ONLY = 'Show notes only, no transcripts.';
const ONLY_ABOUT = 'Main topic only.';

export function choiceSentences({
  spoken = true,
  onlyAbout = false,
}: Pick<AlertQuery, 'spoken' | 'onlyAbout'>): string[] {
  return [...(spoken ? [] : [NOTES_ONLY]), ...(onlyAbout ? [ONLY_ABOUT] : [])];
}

export function alertName(alert: AlertQuery): string {
  return (hasOperators(alert) ? nameQuery([queryOfAlert(alert)]) : null) ?? alert.keyword;
}

function hasOperators({ language }: AlertQuery): boolean {
  return language === 1 || language === 2;
}

/** Returns the line below an alert's name, such as "Without sponsor, outside Hard Fork.", or null. */
export function besideName(alert: AlertQuery): string | null {
  const excludedTerms = hasOperators(alert) ? describeExcluded([queryOfAlert(alert)]) : null;
  const sentences = [
    ...(isEmptyQuery(alert)
      ? [EMPTY_QUERY]
      : excludedTerms === null
        ? []
        : [`${capitalised(excludedTerms)}.`]),
    ...choiceSentences(alert),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** Lists the choices that apply, such as "notes only" and "main topic only". */
export function choiceWords({
  spoken = true,
  onlyAbout = false,
}: Pick<AlertQuery, 'spoken' | 'onlyAbout'>): string[] {
  return [...(spoken ? [] : ['notes only']), ...(onlyAbout ? ['main topic only'] : [])];
}

/** For example, "sam altman, without sponsor, notes only". */
export function alertLabel(alert: AlertQuery): string {
  return [alertName(alert), ...alertFilters(alert)].join(', ');
}

/** Lists what {@link alertName} omits, such as "without sponsor, outside Hard Fork" and "main topic only". */
export function alertFilters(alert: AlertQuery): string[] {
  const excludedTerms = hasOperators(alert) ? describeExcluded([queryOfAlert(alert)]) : null;
  return [...(excludedTerms === null ? [] : [excludedTerms]), ...choiceWords(alert)];
}

/** True if nothing can match, as for `-sponsor` or `lang:de` alone. */
export function isEmptyQuery(alert: AlertQuery): boolean {
  return hasOperators(alert) && planQuery([queryOfAlert(alert)]) === null;
}

/** True if all episodes of some shows match, so that match strength says nothing. */
export function isWholeShow(alert: AlertQuery): boolean {
  if (!hasOperators(alert)) return false;
  const plan = planQuery([queryOfAlert(alert)]);
  const terms = plan === null ? [] : wantedTerms(plan);
  return terms.every((term) => isFact(term) || isOfShow(term)) && terms.some(isOfShow);
}

function isOfShow(term: Term): boolean {
  return isNameFilter(term) || term.field === 'by';
}

/** Returns the same key for alerts with the same wanted terms in any spelling. */
export function wantedKey(alert: AlertQuery): string {
  const query = queryOfAlert(alert);
  return withoutBoundaries(wantedPart(normalizeQuery([query]))) || query.toLowerCase();
}

/** "Episodes that mention openai, but not sponsor. Show notes only, …" Null for plain words without choices. */
export function describeAlert(alert: AlertQuery): string | null {
  const sentences = [
    ...(hasOperators(alert) ? [querySentence(queryOfAlert(alert))] : []),
    ...choiceSentences(alert),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

function querySentence(keyword: string): string {
  const asked = describeQuery([keyword]);
  return asked === null ? EMPTY_QUERY : `${capitalised(asked)}.`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
