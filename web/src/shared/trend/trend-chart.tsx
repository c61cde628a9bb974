import { dayOfTrend, firstCounted, MONTH_DAYS, type Trend, TREND_DAYS } from 'functions/contract';
import { type PointerEvent, useState } from 'react';
import { chartText, dateText, dayText, mostADay, totalText } from './trend-text.ts';

/** In units of the SVG: width of a day, width of the gap after its bar, height of the highest bar. */
const [DAY, GAP, HEIGHT] = [10, 2, 60];
const [FIRST, LAST] = [TREND_DAYS - MONTH_DAYS, TREND_DAYS - 1];
/** Min height of a bar, so that a single mention is visible. */
const MIN_HEIGHT = 3;

/** One path with all bars: a rectangle per bar would take six times as much HTML. */
function barsOf(days: readonly number[], first: number, most: number): string {
  return days
    .map((count, day) => {
      if (count === 0 || day < first) return '';
      const height = Math.max(MIN_HEIGHT, Math.round((count / most) * HEIGHT));
      return `M${day * DAY} ${HEIGHT}v-${height}h${DAY - GAP}v${height}z`;
    })
    .join('');
}

interface BarsProps {
  trend: Trend;
  chosen?: number | null;
  className: string;
}

/** Bars above a line that begins with the first counted day. */
export function TrendBars({ trend, chosen = null, className }: BarsProps) {
  const first = firstCounted(trend);
  const most = mostADay(trend);
  const width = TREND_DAYS * DAY - GAP;
  const left = FIRST * DAY;
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

interface ChartProps extends Pick<BarsProps, 'trend'> {
  hasTotal?: boolean;
  /** Shown as the total if known, because the chart's whole days may add up to other matches than a search. */
  monthTotal?: number | undefined;
}

/**
 * Episodes a day in the past month. A press, the pointer or the arrow keys select a day and show its number.
 */
export function TrendChart({ trend, hasTotal = true, monthTotal }: ChartProps) {
  const [chosen, setChosen] = useState<number | null>(null);

  function choose({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    const day = FIRST + Math.floor(((clientX - left) / width) * MONTH_DAYS);
    setChosen(Math.min(LAST, Math.max(FIRST, day)));
  }

  return (
    <div>
      <div
        className="relative rounded-sm outline-offset-4 has-focus-visible:outline-2 has-focus-visible:outline-link"
        onPointerDown={choose}
        onPointerMove={choose}
        // Lifting a finger also triggers this event, but the day must stay selected.
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChosen(null)}
      >
        <div role="img" aria-label={chartText(trend)} className="touch-pan-y">
          <TrendBars trend={trend} chosen={chosen} className="block h-14 w-full" />
        </div>
        <input
          type="range"
          aria-label="Day"
          min={FIRST}
          max={LAST}
          value={chosen ?? LAST}
          aria-valuetext={dayText(trend, chosen ?? LAST)}
          onChange={({ target }) => setChosen(Number(target.value))}
          onBlur={() => setChosen(null)}
          className="pointer-events-none absolute inset-0 size-full opacity-0 noscript:hidden"
        />
      </div>
      <p aria-hidden className="mt-1 flex justify-between text-xs text-soft tabular-nums">
        <span>{dateText(dayOfTrend(trend, FIRST))}</span>
        <span>{dateText(trend.lastDay)}</span>
      </p>
      <p aria-hidden className="mt-0.5 min-h-5 text-sm text-soft tabular-nums">
        {chosen !== null ? dayText(trend, chosen) : hasTotal && totalText(trend, monthTotal)}
      </p>
    </div>
  );
}
