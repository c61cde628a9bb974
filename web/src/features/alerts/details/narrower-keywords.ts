import {
  type AskedAlert,
  asQuestion,
  canLeaveOut,
  type Episode,
  showTerm,
  suggestWord,
  usesLanguage,
  writeTerm,
} from 'functions/contract';
import { keywordProblem } from '#features/alerts/create/keyword-problem.ts';
import type { AlertReport } from './alert-report.ts';

/** Something to leave out, and what a person reads of it. */
export interface Less {
  label: string;
  term: string;
}

/** A keyword for titles alone, which brings less than this alert does; null where that is no keyword, or it is a question. */
export function titlesOnly(alert: AskedAlert): string | null {
  if (usesLanguage(asQuestion(alert))) return null;
  const keyword = writeTerm({ text: alert.keyword, field: 'title', beginning: false });
  return keywordProblem(keyword, []) === null ? keyword : null;
}

/** What could be left out of an alert so that it brings less: its shows where it brings too much, and a word. */
export function termsToLeaveOut(
  alert: AskedAlert,
  { shows, isMany }: Pick<AlertReport, 'shows' | 'isMany'>,
  newest: readonly Episode[],
): Less[] {
  const named = (isMany ? shows : []).flatMap(({ name }) => {
    const term = showTerm(name);
    return term === null ? [] : [{ label: `Not in ${name}`, term }];
  });
  const word = suggestWord(
    alert,
    newest.map(({ title, podcast, description }) => ({ title, podcast, text: description })),
  );
  const said = word === null ? [] : [{ label: `Not “${word}”`, term: word }];
  return [...named, ...said].filter(({ term }) => canLeaveOut(alert, term));
}
