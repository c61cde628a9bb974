import { dayOfTrend, firstCounted, type Trend, TREND_DAYS } from 'functions/contract';
import { type PointerEvent, useState } from 'react';
import { chartText, dateText, dayText, lastDaysText, mostADay } from './trend-text.ts';

/** In units of the SVG: width of a day, width of the gap after its bar, height of the highest bar. */
const [DAY, GAP, HEIGHT] = [10, 2, 60];
/** Smallest height of a bar, so that a single mention is visible. */
const LEAST = 3;

/** One path with all bars: a rectangle per bar would take six times as much HTML. */
function barsOf(days: readonly number[], first: number, most: number): string {
  return days
    .map((count, day) => {
      if (count === 0 || day < first) return '';
      const height = Math.max(LEAST, Math.round((count / most) * HEIGHT));
      return `M${day * DAY} ${HEIGHT}v-${height}h${DAY - GAP}v${height}z`;
    })
    .join('');
}

interface BarsProps {
  trend: Trend;
  /** Index of the selected day. */
  chosen?: number | null;
  /** Number of the last days to show; by default all. */
  days?: number;
  className: string;
}

/** The bars of a chart, above a line that begins with the first counted day. */
export function TrendBars({ trend, chosen = null, days = TREND_DAYS, className }: BarsProps) {
  const first = firstCounted(trend);
  const most = mostADay(trend, days);
  const width = TREND_DAYS * DAY - GAP;
  const left = (TREND_DAYS - days) * DAY;
  return (
    <svg
      aria-hidden
      viewBox={`${left} 0 ${width - left} ${HEIGHT + 1}`}
      preserveAspectRatio="none"
      fill="currentColor"
      className={`text-link forced-colors:text-[CanvasText] ${className}`}
    >
      {chosen !== null && (
        <path d={`M${chosen * DAY} 0h${DAY - GAP}v${HEIGHT}h-${DAY - GAP}z`} opacity="0.25" />
      )}
      <path d={barsOf(trend.days, first, Math.max(most, 1))} />
      <path d={`M${first * DAY} ${HEIGHT}H${width}v1H${first * DAY}z`} opacity="0.5" />
    </svg>
  );
}

/** A chart of episodes a day. A press, the pointer or the arrow keys select a day and show its number. */
export function TrendChart({ trend, days = TREND_DAYS }: Pick<BarsProps, 'trend' | 'days'>) {
  const [chosen, setChosen] = useState<number | null>(null);
  const last = TREND_DAYS - 1;
  const first = TREND_DAYS - days;

  function choose({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    const day = first + Math.floor(((clientX - left) / width) * days);
    setChosen(Math.min(last, Math.max(first, day)));
  }

  return (
    <div>
      <div
        className="relative rounded-sm outline-offset-4 has-focus-visible:outline-2 has-focus-visible:outline-link"
        onPointerDown={choose}
        onPointerMove={choose}
        onPointerLeave={() => setChosen(null)}
      >
        <div role="img" aria-label={chartText(trend, days)} className="touch-pan-y">
          <TrendBars trend={trend} chosen={chosen} days={days} className="block h-14 w-full" />
        </div>
        <input
          type="range"
          aria-label="Day"
          min={first}
          max={last}
          value={chosen ?? last}
          aria-valuetext={dayText(trend, chosen ?? last)}
          onChange={({ target }) => setChosen(Number(target.value))}
          onBlur={() => setChosen(null)}
          className="pointer-events-none absolute inset-0 size-full opacity-0 noscript:hidden"
        />
      </div>
      <p aria-hidden className="mt-1 flex justify-between text-xs text-soft tabular-nums">
        <span>{dateText(dayOfTrend(trend, first))}</span>
        <span>{dateText(trend.lastDay)}</span>
      </p>
      <p aria-hidden className="mt-0.5 text-sm text-soft tabular-nums">
        {chosen === null ? lastDaysText(trend, days) : dayText(trend, chosen)}
      </p>
    </div>
  );
}
