import { type AlertQuery, newAlert, wantedKey } from 'functions/contract';
import { isSameAlert, keywordProblem } from '#features/alerts/create/keyword-problem.ts';
import type { BroughtAlert } from '#shared/data/member/member-data.ts';
import type { ListLine } from './read-list.ts';

/** A line of a list, with the alert that it becomes or the reason why it becomes none. */
export interface CheckedLine {
  keyword: string;
  alert?: BroughtAlert;
  /** Why the line becomes no alert, in a few words. */
  reason?: string;
}

/** Finds the new alerts among the lines: those that differ from the person's alerts and from earlier lines. */
export function checkLines(
  lines: readonly ListLine[],
  existing: readonly AlertQuery[],
): CheckedLine[] {
  const own = index(existing);
  const earlier = index([]);
  return lines.map((line): CheckedLine => {
    const { keyword, mail, paused } = line;
    const problem = keywordProblem(keyword, []);
    if (problem !== null) return { keyword, reason: problem };
    if (own.has(keyword)) return { keyword, reason: 'You have this alert already' };
    if (earlier.has(keyword)) return { keyword, reason: 'Listed twice' };
    const alert = {
      ...newAlert(keyword, line),
      ...(!mail && { mail }),
      ...(paused && { paused }),
    };
    earlier.add(alert);
    return { keyword, alert };
  });
}

/** An index of alerts, which finds an equal one without comparing all pairs. */
function index(alerts: readonly AlertQuery[]) {
  const keywords = new Set<string>();
  const byWanted = new Map<string, AlertQuery[]>();
  const add = (alert: AlertQuery) => {
    keywords.add(alert.keyword.trim().toLowerCase());
    const key = wantedKey(alert);
    byWanted.set(key, [...(byWanted.get(key) ?? []), alert]);
  };
  alerts.forEach(add);
  return {
    add,
    has: (keyword: string) =>
      keywords.has(keyword.trim().toLowerCase()) ||
      (byWanted.get(wantedKey({ keyword, language: 1 })) ?? []).some((alert) =>
        isSameAlert(alert, keyword),
      ),
  };
}
