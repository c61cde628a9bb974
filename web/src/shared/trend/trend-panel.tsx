import { clsx } from 'clsx';
import { mentionsIn, type Trend } from 'functions/contract';
import { useId } from 'react';
import type { SearchChoice } from '#shared/search/search-address.ts';
import { TrendBars, TrendChart } from './trend-chart.tsx';
import { TrendShows } from './trend-shows.tsx';
import { changeSentence } from './trend-text.ts';

interface TrendProps {
  trend: Trend | null;
  keywords: readonly string[];
  choice?: Partial<SearchChoice> | undefined;
  /** Number of results beside the trend, if they are all the matches of the past month. */
  monthTotal?: number | undefined;
  /** Reserves the height while loading. */
  awaited?: boolean;
}

interface LineProps extends TrendProps {
  /** Shows only the bars, beside other text. */
  short?: boolean;
}

/** The trend on wide screens, beside the results. */
export function TrendPanel({ trend, keywords, choice, monthTotal, awaited = false }: TrendProps) {
  const headingId = useId();
  if (!awaited && (trend === null || mentionsIn(trend) === 0)) return null;
  return (
    <section
      aria-labelledby={headingId}
      className="min-h-42 rounded-2xl border border-line bg-surface p-4 shadow-card"
    >
      <h2 id={headingId} className="font-semibold tracking-title">
        Episodes a day
      </h2>
      {trend && (
        <>
          <p className="mt-0.5 mb-3 text-sm text-soft">{changeSentence(trend)}</p>
          <TrendChart trend={trend} monthTotal={monthTotal} />
          <TrendShows trend={trend} keywords={keywords} choice={choice} className="mt-3" />
        </>
      )}
    </section>
  );
}

/** The trend on narrow screens: a line that opens to show the chart. */
export function TrendLine({
  trend,
  keywords,
  choice,
  monthTotal,
  awaited = false,
  short = false,
}: LineProps) {
  const isEmpty = trend === null || mentionsIn(trend) === 0;
  if (isEmpty) return awaited && !short ? <div className="h-9 lg:hidden" /> : null;
  return (
    <details className={clsx('text-sm lg:hidden', short && '-my-1 open:order-last open:w-full')}>
      <summary
        className={clsx(
          'flex min-h-9 cursor-pointer list-none items-center gap-2.5 rounded-sm text-soft [&::-webkit-details-marker]:hidden',
          'after:mr-1 after:mb-0.5 after:size-1.5 after:rotate-45 after:border-r-2 after:border-b-2 after:border-current',
        )}
      >
        <TrendBars
          trend={trend}
          className={clsx('h-5 shrink-0', short ? 'w-14' : 'w-14 min-[22.5rem]:w-20')}
        />
        <span className={short ? 'sr-only' : 'min-w-0 leading-tight'}>{changeSentence(trend)}</span>
      </summary>
      <div className="mt-1.5 mb-2 rounded-2xl border border-line bg-surface p-4">
        {short && <p className="mb-3 text-soft">{changeSentence(trend)}</p>}
        <TrendChart trend={trend} monthTotal={monthTotal} />
        <TrendShows trend={trend} keywords={keywords} choice={choice} className="mt-3" />
      </div>
    </details>
  );
}
