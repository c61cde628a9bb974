import { asTyped, type AlertQuery, newAlert, wantedKey } from 'functions/contract';
import { isSameAlert, keywordProblem } from '#features/alerts/create/keyword-problem.ts';
import type { ImportedAlert } from '#shared/data/member/member-data.ts';
import type { ListLine } from './read-list.ts';

export interface CheckedLine {
  keyword: string;
  alert?: ImportedAlert;
  reason?: string;
}

/** Returns a new alert for each line, or the reason why the line is invalid or a duplicate. */
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

/** Looks up equal alerts by key, to avoid comparing every line with every alert. */
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
      (byWanted.get(wantedKey(asTyped(keyword))) ?? []).some((alert) =>
        isSameAlert(alert, keyword),
      ),
  };
}
