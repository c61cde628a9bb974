import { alertName } from 'functions/contract';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { numberText } from '#shared/text/number-text.ts';
import type { WeekCounts } from './use-week-counts.ts';
import { type Week, weekName } from './weeks.ts';

/** In units of the SVG: width of a week, height of the highest value, room for the ends of lines. */
const [WEEK, HEIGHT, EDGE] = [10, 100, 4];

/** Colours and dashes tell up to five lines apart, also without colours. */
const LINES = [
  { stroke: 'var(--link)', dashes: undefined },
  { stroke: 'var(--ink)', dashes: '2 3' },
  { stroke: 'var(--danger)', dashes: '8 3' },
  { stroke: 'var(--soft)', dashes: '12 3 2 3' },
  { stroke: 'var(--accent)', dashes: '4 4' },
] as const;

export const MAX_COMPARED = LINES.length;

interface YearChartProps {
  alerts: readonly SavedAlert[];
  counts: readonly WeekCounts[];
  weeks: readonly Week[];
}

/** Matches a week: bars for one alert, a line for each of several. */
export function YearChart({ alerts, counts, weeks }: YearChartProps) {
  const series = alerts.flatMap((alert, at) => {
    const known = counts[at];
    return typeof known === 'object' ? [{ name: alertName(alert), counts: known, at }] : [];
  });
  const most = Math.max(1, ...series.flatMap(({ counts }) => counts));
  const width = weeks.length * WEEK;
  const isOne = alerts.length === 1;
  return (
    <figure className="m-0">
      <svg
        role="img"
        aria-label={`Matches a week in the past year, at most ${numberText(most)}`}
        viewBox={`0 ${-EDGE} ${width} ${HEIGHT + 2 * EDGE}`}
        preserveAspectRatio="none"
        className="block h-40 w-full sm:h-52"
      >
        <path d={`M0 ${HEIGHT}H${width}`} stroke="var(--field)" vectorEffect="non-scaling-stroke" />
        {series.map(({ counts, at }) =>
          isOne ? (
            <path
              key={at}
              d={barsOf(counts, most)}
              className="fill-link forced-colors:fill-[CanvasText]"
            />
          ) : (
            <path
              key={at}
              d={lineOf(counts, most)}
              fill="none"
              stroke={LINES[at]?.stroke}
              strokeWidth={2.5}
              strokeDasharray={LINES[at]?.dashes}
              vectorEffect="non-scaling-stroke"
            />
          ),
        )}
      </svg>
      <div aria-hidden className="mt-1 flex justify-between text-sm text-soft">
        <span>A year ago</span>
        <span>{`Busiest week: ${numberText(most)}`}</span>
        <span>Today</span>
      </div>
      <figcaption className="mt-3">
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {alerts.map((alert, at) => (
            <li key={alert.id} className="flex max-w-full items-center gap-2">
              {!isOne && <LineSample at={at} />}
              <span className="min-w-0 wrap-anywhere">
                <bdi className="font-medium">{alertName(alert)}</bdi>
                <span className="text-soft">{` · ${sumText(counts[at])}`}</span>
              </span>
            </li>
          ))}
        </ul>
      </figcaption>
      <NumberTable series={series} weeks={weeks} />
    </figure>
  );
}

function LineSample({ at }: { at: number }) {
  return (
    <svg aria-hidden viewBox="0 0 28 8" className="h-2 w-7 shrink-0">
      <path
        d="M0 4H28"
        stroke={LINES[at]?.stroke}
        strokeWidth={2.5}
        strokeDasharray={LINES[at]?.dashes}
      />
    </svg>
  );
}

function sumText(counts: WeekCounts | undefined): string {
  if (counts === 'failed') return 'cannot be counted right now';
  if (counts === undefined || counts === 'loading') return 'counting…';
  const sum = counts.reduce((all, count) => all + count, 0);
  return `${numberText(sum)} ${sum === 1 ? 'match' : 'matches'}`;
}

interface NumberTableProps {
  series: readonly { name: string; counts: readonly number[] }[];
  weeks: readonly Week[];
}

/** The newest week first, without weeks in which nothing was found. */
function NumberTable({ series, weeks }: NumberTableProps) {
  const rows = weeks
    .map((week, at) => ({ week, numbers: series.map(({ counts }) => counts[at] ?? 0) }))
    .filter(({ numbers }) => numbers.some((number) => number > 0))
    .reverse();
  if (rows.length === 0) return null;
  return (
    <details className="mt-2 text-sm">
      <summary className="min-h-9 cursor-pointer py-1.5 font-semibold text-link">
        Numbers by week
      </summary>
      {/* Focusable, so that the keyboard scrolls a wide table. */}
      <div role="region" aria-label="Numbers by week" tabIndex={0} className="overflow-x-auto">
        <table className="w-full text-left tabular-nums">
          <thead>
            <tr className="text-soft">
              <th scope="col" className="py-1 pr-4 font-medium">
                Week
              </th>
              {series.map(({ name }) => (
                <th key={name} scope="col" className="py-1 pr-4 font-medium">
                  <bdi>{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ week, numbers }) => (
              <tr key={week.sinceMs} className="border-t border-line">
                <th scope="row" className="py-1 pr-4 font-normal whitespace-nowrap">
                  {weekName(week)}
                </th>
                {numbers.map((number, at) => (
                  <td key={at} className="py-1 pr-4">
                    {numberText(number)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function heightOf(count: number, most: number): number {
  return (count / most) * HEIGHT;
}

function barsOf(counts: readonly number[], most: number): string {
  return counts
    .map((count, at) => {
      if (count === 0) return '';
      const height = Math.max(3, heightOf(count, most));
      return `M${at * WEEK + 1} ${HEIGHT}v-${height}h${WEEK - 2}v${height}z`;
    })
    .join('');
}

function lineOf(counts: readonly number[], most: number): string {
  const points = counts.map(
    (count, at) => `${at * WEEK + WEEK / 2} ${HEIGHT - heightOf(count, most)}`,
  );
  return `M${points.join('L')}`;
}
