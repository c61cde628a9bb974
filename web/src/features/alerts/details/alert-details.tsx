import {
  alertName,
  queryOfAlert,
  DAY_MS,
  type Episode,
  type SearchRequest,
} from 'functions/contract';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { useAlerts } from '#shared/member/hooks/use-live-list.ts';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { useKeptFocus } from '#shared/ui/take-lost-focus.ts';
import { useAlertActions } from '#features/alerts/list/alert-actions.ts';
import { WeeklyOffer } from '#features/alerts/preview/weekly-offer.tsx';
import { type AlertReport, alertReport, reportText } from './alert-report.ts';
import { termsToExclude, titlesOnly } from './narrower-keywords.ts';
import { otherNames } from './other-names.ts';
import { RecentMatches } from './recent-matches.tsx';
import { requestSearch } from '#shared/search/request-search.ts';

/** How far back an alert's matches are counted, and how far they are looked for where there are none. */
const REPORT_DAYS = 30;
const SILENT_DAYS = 60;

type ReportState =
  | { status: 'loading' | 'failed' }
  | { status: 'matched'; report: AlertReport; newest: readonly Episode[] }
  /** Nothing in {@link REPORT_DAYS} days; `older` tells whether in {@link SILENT_DAYS}. */
  | { status: 'silent'; older: boolean; meant: readonly string[] };

/**
 * How many recent episodes answer a query. Asks the search once, or twice if nothing is found.
 * @param spoken Whether transcripts count as well.
 */
function useAlertReport(query: string, spoken: boolean): ReportState {
  const [state, setState] = useState<ReportState>({ status: 'loading' });
  useEffect(() => {
    const outdated = new AbortController();
    const now = Date.now();
    const ask = (days: number) => {
      const startDate = now - days * DAY_MS;
      const request: SearchRequest = {
        ...{ keywords: [query], language: 'English', startDate },
        ...(!spoken && { spoken }),
      };
      return requestSearch(request, outdated.signal);
    };
    async function count(): Promise<ReportState> {
      const { episodes, total } = await ask(REPORT_DAYS);
      if (total > 0) {
        const report = alertReport(episodes, total, { now, days: REPORT_DAYS });
        return { status: 'matched', report, newest: episodes };
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
  }, [query, spoken]);
  return state;
}

/** How often an alert matched lately, where, and what could be better about it. Only inside an `AlertList`. */
export function AlertDetails({ alert }: { alert: SavedAlert }) {
  const { busy, add, replace, excludeTerm, chooseSpoken } = useAlertActions();
  const { spoken = true } = alert;
  const alerts = useAlerts();
  const state = useAlertReport(queryOfAlert(alert), spoken);
  const saved = alerts.status === 'ready' ? alerts.items : [];
  const names = otherNames(alertName(alert), saved.map(alertName));
  const matched = state.status === 'matched' ? state : null;
  const titles = matched?.report.isMany ? titlesOnly(alert) : null;
  const without = matched ? termsToExclude(alert, matched.report, matched.newest) : [];
  const meant = state.status === 'silent' && !state.older ? state.meant : [];
  return (
    <div className="w-full space-y-2.5 rounded-xl bg-sunken p-4 text-sm leading-relaxed text-soft">
      <p role="status">
        {state.status === 'loading' && 'Counting…'}
        {state.status === 'failed' && 'How often it matched cannot be counted right now.'}
        {state.status === 'matched' && reportText(state.report, REPORT_DAYS)}
        {state.status === 'silent' &&
          `No match in ${state.older ? REPORT_DAYS : SILENT_DAYS} days.`}
      </p>
      <Choice label="Look in">
        <Press disabled={busy} aria-pressed={spoken} onClick={() => chooseSpoken(alert, true)}>
          Notes and spoken words
        </Press>
        <Press disabled={busy} aria-pressed={!spoken} onClick={() => chooseSpoken(alert, false)}>
          Notes only
        </Press>
      </Choice>
      {meant.length > 0 && (
        <Choice label="Try instead">
          {meant.map((keyword) => (
            <Press key={keyword} disabled={busy} onClick={() => replace(alert, keyword)}>
              {keyword}
            </Press>
          ))}
        </Choice>
      )}
      {(titles !== null || without.length > 0) && (
        <Choice label="Narrow it">
          {titles !== null && (
            <Press disabled={busy} onClick={() => replace(alert, titles)}>
              Only in titles
            </Press>
          )}
          {without.map(({ label, term }) => (
            <Press key={term} disabled={busy} onClick={() => excludeTerm(alert, term)}>
              {label}
            </Press>
          ))}
        </Choice>
      )}
      {matched && <RecentMatches alert={alert} episodes={matched.newest} />}
      {matched && <WeeklyOffer />}
      {names.length > 0 && (
        <Choice label="Also known as">
          {names.map((name) => (
            <Press key={name} disabled={busy} onClick={() => add(alert, name)}>
              Add “{name}”
            </Press>
          ))}
        </Choice>
      )}
    </div>
  );
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-2">
      <span className="mr-1">{label}:</span>
      {children}
    </div>
  );
}

function Press({ disabled = false, ...rest }: Omit<ComponentProps<'button'>, 'ref'>) {
  const button = useRef<HTMLButtonElement>(null);
  useKeptFocus(button, disabled);
  return (
    <button
      ref={button}
      type="button"
      disabled={disabled}
      className="min-h-9 max-w-full rounded-full border border-line bg-surface px-3.5 font-medium wrap-anywhere text-ink transition-colors enabled:hover:border-field disabled:opacity-70 aria-pressed:border-link aria-pressed:text-link"
      {...rest}
    />
  );
}
