export type Bar = { atMost: number } | { atLeast: number };

interface Figure {
  name: string;
  value: number;
  unit: string;
  bar?: Bar;
  note?: string;
}

export interface Report {
  /** Prints the figure, with PASS or MISS if it has a bar. */
  add(figure: Figure): void;
  /** Sets the exit code to 1 if a figure missed its bar. */
  end(): void;
}

export function createReport(): Report {
  let missed = 0;
  return {
    add(figure) {
      if (!reaches(figure)) missed += 1;
      console.log(lineOf(figure));
    },
    end() {
      process.exitCode = missed > 0 ? 1 : 0;
    },
  };
}

function reaches({ value, bar }: Figure): boolean {
  if (bar === undefined) return true;
  return 'atMost' in bar ? value <= bar.atMost : value >= bar.atLeast;
}

function lineOf(figure: Figure): string {
  const { name, value, unit, bar, note = '' } = figure;
  const verdict = bar === undefined ? '' : reaches(figure) ? 'PASS' : 'MISS';
  const cells = [verdict.padEnd(4), name.padEnd(52), `${numberText(value)} ${unit}`.padStart(16)];
  return [...cells, barText(bar).padEnd(18), note].join('  ').trimEnd();
}

function barText(bar: Bar | undefined): string {
  if (bar === undefined) return '';
  return 'atMost' in bar
    ? `at most ${numberText(bar.atMost)}`
    : `at least ${numberText(bar.atLeast)}`;
}

function numberText(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

interface Compared {
  name: string;
  unit: string;
  old: readonly number[];
  here: readonly number[];
}

/**
 * Formats the medians of both sides, and the median ratio of paired values. Pairs are compared because a machine may be
 * slow for minutes, and because queries differ.
 */
export function comparedLine({ name, unit, old, here }: Compared): string {
  const ratio = medianOf(here.map((value, at) => value / (old[at] ?? 0)));
  return [
    name.padEnd(40),
    `${numberText(medianOf(old))} ${unit}`.padStart(16),
    `${numberText(medianOf(here))} ${unit}`.padStart(16),
    (Number.isFinite(ratio) ? `${ratio.toFixed(2)} x` : '–').padStart(8),
  ].join('  ');
}

export function headLine(...names: string[]): string {
  return [''.padEnd(40), ...names.map((name) => name.padStart(16)), 'ratio'.padStart(8)].join('  ');
}

export function medianOf(values: readonly number[]): number {
  return percentile(
    values.toSorted((left, right) => left - right),
    0.5,
  );
}

/** Returns the value at a share (0 to 1) of ascending numbers. A share of 0.99 is the 99th percentile. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
