import { type Alert, alertKeywords, usesLanguage, writeTerm } from 'functions/contract';
import { keywordProblem } from '#features/alerts/create/keyword-problem.ts';
import { asQuestion } from '#features/alerts/list/as-question.ts';
import type { AlertReport } from './alert-report.ts';

/** A keyword that brings less, and what is less about it. */
export interface Narrower {
  label: string;
  keyword: string;
}

/** Keywords that would bring less than this alert does: in titles only, or without one of the shows. */
export function narrowerKeywords(
  alert: Pick<Alert, 'keyword' | 'language'>,
  { shows }: Pick<AlertReport, 'shows'>,
): Narrower[] {
  const question = asQuestion(alert);
  const titles = usesLanguage(question)
    ? []
    : [
        {
          label: 'Only in titles',
          keyword: writeTerm({ text: alert.keyword, field: 'title', beginning: false }),
        },
      ];
  const without = shows.flatMap(({ name }) => {
    const show = writeTerm({ text: name, field: 'show', beginning: false });
    const [keyword] = alertKeywords([question, `-${show}`]);
    return keyword === undefined ? [] : [{ label: `Not in ${name}`, keyword }];
  });
  return [...titles, ...without].filter(({ keyword }) => keywordProblem(keyword, []) === null);
}
