import {
  type AlertQuery,
  queryOfAlert,
  canExclude,
  type Episode,
  showTerm,
  suggestExclusion,
  hasQuerySyntax,
  formatTerm,
} from 'functions/contract';
import { keywordProblem } from '#features/alerts/create/keyword-problem.ts';
import type { AlertReport } from './alert-report.ts';

/** A term to leave out, and the words for it. */
export interface Less {
  label: string;
  term: string;
}

/**
 * A keyword for titles only, which matches less than this alert; null if there is none, or if the alert is
 * a query.
 */
export function titlesOnly(alert: AlertQuery): string | null {
  if (hasQuerySyntax(queryOfAlert(alert))) return null;
  const keyword = formatTerm({ text: alert.keyword, field: 'title', beginning: false });
  return keywordProblem(keyword, []) === null ? keyword : null;
}

/**
 * What could be left out so that an alert matches less: its shows, if there are too many matches, and a
 * word.
 */
export function termsToExclude(
  alert: AlertQuery,
  { shows, isMany }: Pick<AlertReport, 'shows' | 'isMany'>,
  newest: readonly Episode[],
): Less[] {
  const named = (isMany ? shows : []).flatMap(({ name }) => {
    const term = showTerm(name);
    return term === null ? [] : [{ label: `Not in ${name}`, term }];
  });
  const word = suggestExclusion(
    alert,
    newest.map(({ title, podcast, description }) => ({ title, podcast, text: description })),
  );
  const said = word === null ? [] : [{ label: `Not “${word}”`, term: word }];
  return [...named, ...said].filter(({ term }) => canExclude(alert, term));
}
