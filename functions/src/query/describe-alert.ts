import { type AlertQuery, queryOfAlert } from './alert-query.ts';
import { describeExcluded, describeQuery, nameQuery } from './describe-query.ts';
import { parseQuery } from './parse-query.ts';
import { formatQuery } from './format-query.ts';

/** What is said of a query that asks for nothing, or says only what to leave out. */
export const EMPTY_QUERY = 'There is nothing to look for in this. Add a word, a phrase or a show.';

/** What a person reads about an alert for which transcripts do not count. */
export const NOTES_ONLY = 'Notes only, not spoken words.';

/**
 * What an alert is called wherever a person reads of it: what it looks for, in plain words. What it leaves
 * out stands beside it ({@link besideName}).
 */
export function alertName({ keyword, language }: AlertQuery): string {
  return (language === 1 ? nameQuery([keyword]) : null) ?? keyword;
}

/**
 * What stands beside an alert's name: "Without sponsor, outside Hard Fork. Notes only, not spoken words."
 * Null where the name says it all.
 */
export function besideName(alert: AlertQuery): string | null {
  const { keyword, language, spoken = true } = alert;
  const excludedTerms = language === 1 ? describeExcluded([keyword]) : null;
  const sentences = [
    ...(isEmptyQuery(alert)
      ? [EMPTY_QUERY]
      : excludedTerms === null
        ? []
        : [`${capitalised(excludedTerms)}.`]),
    ...(spoken ? [] : [NOTES_ONLY]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

/**
 * An alert's name where what stands beside it is not read along, as that of a button is: "sam altman, without
 * sponsor, notes only".
 */
export function alertLabel(alert: AlertQuery): string {
  const { keyword, language, spoken = true } = alert;
  const excludedTerms = language === 1 && !isEmptyQuery(alert) ? describeExcluded([keyword]) : null;
  const beside = [
    ...(excludedTerms === null ? [] : [excludedTerms]),
    ...(spoken ? [] : ['notes only']),
  ];
  return [alertName(alert), ...beside].join(', ');
}

/** Whether an alert can find nothing: it says only what to leave out. */
export function isEmptyQuery({ keyword, language }: AlertQuery): boolean {
  return language === 1 && nameQuery([keyword]) === null;
}

/** Whether episodes "mention" what an alert is named by: words, or a phrase, wherever they stand. */
export function isMentioned({ keyword, language }: AlertQuery): boolean {
  if (language !== 1) return true;
  const { any, all, filters } = parseQuery([keyword]);
  const terms = [...any.flat(), ...all];
  const isPlain = terms.every(({ field, beginning }) => field === 'text' && !beginning);
  return terms.length === 1 && filters.length === 0 && isPlain;
}

/** The same for alerts that look for the same, whatever they leave out and whether transcripts count. */
export function wantedKey(alert: AlertQuery): string {
  const query = parseQuery([queryOfAlert(alert)]);
  return formatQuery({ ...query, not: [] })
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

/**
 * What an alert watches, as plain sentences: "Episodes that mention openai, but not sponsor. Notes
 * only, not spoken words." Null where its keyword is words alone, which speak for themselves, and
 * spoken words count.
 */
export function describeAlert({ keyword, language, spoken = true }: AlertQuery): string | null {
  const sentences = [
    ...(language === 1 ? [querySentence(keyword)] : []),
    ...(spoken ? [] : [NOTES_ONLY]),
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
