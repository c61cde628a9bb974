import {
  type AlertQuery,
  type Episode,
  MONTH_DAYS,
  queryOfAlert,
  type Trend,
} from 'functions/contract';
import { useEffect, useState } from 'react';
import { type AlertReport, alertReport } from './alert-report.ts';
import { searchMatches, startOfDays } from './search-matches.ts';

/** Days searched if the past month has no match. */
const SILENT_DAYS = 60;

export type ReportState =
  | { status: 'loading' | 'failed' }
  | { status: 'matched'; report: AlertReport; newest: readonly Episode[]; trend: Trend | undefined }
  /** No match in {@link MONTH_DAYS} days. `older` is true if {@link SILENT_DAYS} days contain a match. */
  | { status: 'silent'; older: boolean; meant: readonly string[] };

/** Sends one search, and a second for older matches if nothing is found. */
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
      // Trends include passing mentions, so an alert that excludes them requests no trend.
      const { episodes, total, trend } = await ask(MONTH_DAYS, onlyAbout !== true);
      if (total > 0) {
        const report = alertReport(episodes, total, { now, days: MONTH_DAYS });
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
