/** The value that a figure must reach, in the figure's unit. */
export type Bar = { atMost: number } | { atLeast: number };

export interface Figure {
  name: string;
  value: number;
  /** Shown behind the value, such as 'ms' or 'MiB'. */
  unit: string;
  bar?: Bar;
  /** Shown at the end of the line. */
  note?: string;
}

export interface Report {
  /** Prints a line: PASS or MISS where there is a bar, and the value. */
  tell(figure: Figure): void;
  /** Prints text without a figure. */
  say(text: string): void;
  /** Sets the exit code: 1 if a bar was missed. */
  end(): void;
}

export function createReport(): Report {
  let missed = 0;
  return {
    tell(figure) {
      if (!reaches(figure)) missed += 1;
      console.log(lineOf(figure));
    },
    say: (text) => console.log(text),
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

/** Three significant digits. */
export function numberText(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
