import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { TrendBars } from '#shared/trend/trend-chart.tsx';
import { lastDaysText } from '#shared/trend/trend-text.ts';
import { ROW_DAYS, useTrendOf } from './use-alert-trends.ts';

/**
 * A chart of an alert's matches a day; all charts of a list have one scale. Reserves its space during loading.
 */
export function RowTrend({ alert }: { alert: SavedAlert }) {
  const { trend, most } = useTrendOf(alert);
  if (trend === null) return null;
  return (
    <p className="flex min-h-5 min-w-[min(13rem,100%)] sm:min-w-[min(14.5rem,100%)] flex-wrap items-center gap-x-2">
      {trend && (
        <>
          <TrendBars
            trend={trend}
            days={ROW_DAYS}
            most={most}
            className="h-4 w-10 shrink-0 sm:w-15"
          />
          {lastDaysText(trend, ROW_DAYS)}
        </>
      )}
    </p>
  );
}
