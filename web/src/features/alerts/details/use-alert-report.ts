import { type AlertQuery, type Episode, queryOfAlert, type Trend } from 'functions/contract';
import { useEffect, useState } from 'react';
import { type AlertReport, alertReport } from './alert-report.ts';
import { searchMatches, startOfDays } from './search-matches.ts';

/** How far back an alert's matches are counted, and how far they are looked for where there are none. */
export const REPORT_DAYS = 30;
export const SILENT_DAYS = 60;

export type ReportState =
  | { status: 'loading' | 'failed' }
  | { status: 'matched'; report: AlertReport; newest: readonly Episode[]; trend: Trend | undefined }
  /** Nothing in {@link REPORT_DAYS} days; `older` tells whether in {@link SILENT_DAYS}. */
  | { status: 'silent'; older: boolean; meant: readonly string[] };

/**
 * How many recent episodes an alert tells of. Asks the search once, or twice if nothing is found.
 */
export function useAlertReport(alert: AlertQuery): ReportState {
  const query = queryOfAlert(alert);
  const { spoken, onlyAbout } = alert;
  const [state, setState] = useState<ReportState>({ status: 'loading' });
  useEffect(() => {
    const outdated = new AbortController();
    const now = Date.now();
    const ask = (days: number, trend = false) => {
      const asked = { query, spoken, onlyAbout, sinceMs: startOfDays(days), trend };
      return searchMatches(asked, outdated.signal);
    };
    async function count(): Promise<ReportState> {
      // A trend counts what is in passing, too.
      const { episodes, total, trend } = await ask(REPORT_DAYS, onlyAbout !== true);
      if (total > 0) {
        const report = alertReport(episodes, total, { now, days: REPORT_DAYS });
        return { status: 'matched', report, newest: episodes, trend };
      }
      const older = await ask(SILENT_DAYS);
      return { status: 'silent', older: older.total > 0, meant: older.meant ?? [] };
    }
    count()
      .catch((): ReportState => ({ status: 'failed' }))
      .then((counted) => {
        if (!outdated.signal.aborted) setState(counted);
      })
      .catch(() => undefined);
    return () => outdated.abort();
  }, [query, spoken, onlyAbout]);
  return state;
}
