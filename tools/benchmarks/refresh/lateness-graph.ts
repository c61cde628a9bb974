import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../functions/src/contract/index.ts';

export interface Line {
  label: string;
  /** A color of light pages and one of dark pages. */
  colors: readonly [string, string];
  dashed?: boolean;
  /** Milliseconds for each hour of the day; null where nothing was published. */
  values: readonly (number | null)[];
}

const [WIDTH, HEIGHT] = [760, 380];
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 24, 16, 112];
/** Minutes on the axis, which is logarithmic. */
const MARKS = [
  [1, '1 min'],
  [5, '5 min'],
  [20, '20 min'],
  [75, '75 min'],
  [240, '4 h'],
  [1440, '24 h'],
] as const;
const [LEAST, MOST] = [1, 1440];

/** A graph of lateness by the hour of publication, readable on light and dark pages. */
export function latenessGraph(title: string, lines: readonly Line[]): string {
  const x = (hour: number) => LEFT + (hour / 24) * (WIDTH - LEFT - RIGHT);
  const y = (minutes: number) => {
    const share = Math.log(within(minutes) / LEAST) / Math.log(MOST / LEAST);
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
  };
  const styles = (dark: 0 | 1) =>
    lines.map(({ colors }, at) => `.l${at}{stroke:${colors[dark]}}`).join('');
  const grid = MARKS.map(
    ([minutes, label]) =>
      `<line class="g" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${px(y(minutes))}" y2="${px(y(minutes))}"/>` +
      `<text x="${LEFT - 8}" y="${px(y(minutes) + 4)}" text-anchor="end">${label}</text>`,
  );
  const hours = [0, 6, 12, 18, 24].map(
    (hour) =>
      `<text x="${px(x(hour))}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${hour}:00</text>`,
  );
  const drawn = lines.map(({ values, dashed }, at) => {
    const points = values.flatMap((value, hour) =>
      value === null ? [] : [`${px(x(hour + 0.5))},${px(y(value / MINUTE_MS))}`],
    );
    const dash = dashed === true ? ' stroke-dasharray="6 4"' : '';
    return `<polyline class="l l${at}"${dash} points="${points.join(' ')}"/>`;
  });
  const legend = lines.map(({ label, dashed }, at) => {
    const [left, top] = [LEFT + (at % 2) * 340, HEIGHT - BOTTOM + 44 + Math.floor(at / 2) * 22];
    const dash = dashed === true ? ' stroke-dasharray="6 4"' : '';
    return (
      `<line class="l l${at}"${dash} x1="${left}" x2="${left + 28}" y1="${top}" y2="${top}"/>` +
      `<text x="${left + 36}" y="${top + 4}">${label}</text>`
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">
<title>${title}</title>
<style>text{font:13px system-ui,sans-serif;fill:#333}.g{stroke:#8886}.l{fill:none;stroke-width:2}${styles(0)}
@media (prefers-color-scheme:dark){text{fill:#ddd}${styles(1)}}</style>
${[...grid, ...hours, ...drawn, ...legend].join('\n')}
</svg>
`;
}

/** Values of a quantile for each hour of a day. */
export function byHour(
  values: readonly { publishedMs: number; lateMs: number }[],
  startMs: number,
  share: number,
): (number | null)[] {
  return Array.from({ length: DAY_MS / HOUR_MS }, (_, hour) => {
    const fromMs = startMs + hour * HOUR_MS;
    const inHour = values.filter(
      ({ publishedMs }) => publishedMs >= fromMs && publishedMs < fromMs + HOUR_MS,
    );
    return inHour.length === 0
      ? null
      : quantile(
          inHour.map(({ lateMs }) => lateMs),
          share,
        );
  });
}

/** The value that this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

function within(minutes: number): number {
  return Math.min(Math.max(minutes, LEAST), MOST);
}

function px(value: number): string {
  return value.toFixed(1);
}
