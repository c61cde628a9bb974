import {
  type AlertQuery,
  queryOfAlert,
  canExclude,
  showTerm,
  hasQuerySyntax,
  formatTerm,
} from 'functions/contract';
import { keywordProblem } from '#features/alerts/create/keyword-problem.ts';
import type { AlertReport } from './alert-report.ts';

export interface Less {
  label: string;
  term: string;
}

/** Restricts a keyword to titles. Null if the alert has query syntax or the result is invalid. */
export function titlesOnly(alert: AlertQuery): string | null {
  if (hasQuerySyntax(queryOfAlert(alert))) return null;
  const keyword = formatTerm({ text: alert.keyword, field: 'title', beginning: false });
  return keywordProblem(keyword, []) === null ? keyword : null;
}

/** Suggests excluding the most frequent shows if the alert matches too much. */
export function showsToExclude(
  alert: AlertQuery,
  { shows, isMany }: Pick<AlertReport, 'shows' | 'isMany'>,
): Less[] {
  if (!isMany) return [];
  return shows.flatMap(({ name }) => {
    const term = showTerm(name);
    if (term === null || !canExclude(alert, term)) return [];
    return [{ label: `Not in ${name}`, term }];
  });
}
