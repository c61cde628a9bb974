import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { REPOSITORY } from '../processes/repository.ts';

/** Kept beside the other local data; a workflow carries the folder from one night to the next. */
const FOLDER = path.join(REPOSITORY, '.data/benchmarks');
/** Relative change from which a figure's change is reported. */
const NAMED_CHANGE = 0.1;

const lastSchema = z.object({
  measuredAt: z.iso.datetime(),
  figures: z.record(z.string(), z.number()),
});

/** The value that a figure must reach, in the figure's unit. */
export type Bar = { atMost: number } | { atLeast: number };

export interface Figure {
  name: string;
  value: number;
  /** Shown behind the value, such as 'ms' or 'MiB'. */
  unit: string;
  /** The bar; without one, the figure is only compared with the last run. */
  bar?: Bar;
  /** Shown at the end of the line. */
  note?: string;
}

export interface Report {
  /** Prints a line: PASS or MISS where there is a bar, the value, and its change since the last run. */
  tell(figure: Figure): void;
  /** Prints text without a figure. */
  say(text: string): void;
  /** Keeps the figures for the next run and sets the exit code: 1 if a bar was missed. */
  end(): void;
}

/** The lines of one benchmark, compared with those of its last run on this machine. */
export function createReport(benchmark: string, folder = FOLDER): Report {
  const file = path.join(folder, `${benchmark}.json`);
  const last = lastRun(file);
  const figures: Record<string, number> = { ...last?.figures };
  let missed = 0;
  if (last) console.log(`Compared with ${last.measuredAt}.`);
  return {
    tell(figure) {
      if (!reaches(figure)) missed += 1;
      console.log(lineOf(figure, last?.figures[figure.name]));
      figures[figure.name] = figure.value;
    },
    say: (text) => console.log(text),
    end() {
      mkdirSync(folder, { recursive: true });
      const kept = { measuredAt: new Date().toISOString(), figures };
      writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
      process.exitCode = missed > 0 ? 1 : 0;
    },
  };
}

/** Null if there was none, or if its file is damaged. */
function lastRun(file: string): z.infer<typeof lastSchema> | null {
  try {
    return lastSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

function reaches({ value, bar }: Figure): boolean {
  if (bar === undefined) return true;
  return 'atMost' in bar ? value <= bar.atMost : value >= bar.atLeast;
}

export function lineOf(figure: Figure, before: number | undefined): string {
  const { name, value, unit, bar, note } = figure;
  const verdict = bar === undefined ? '' : reaches(figure) ? 'PASS' : 'MISS';
  return [
    verdict.padEnd(4),
    name.padEnd(52),
    `${numberText(value)} ${unit}`.padStart(16),
    barText(bar).padEnd(18),
    before === undefined ? '' : changeText(value, before),
    note ?? '',
  ]
    .join('  ')
    .trimEnd();
}

function barText(bar: Bar | undefined): string {
  if (bar === undefined) return '';
  return 'atMost' in bar
    ? `at most ${numberText(bar.atMost)}`
    : `at least ${numberText(bar.atLeast)}`;
}

function changeText(value: number, before: number): string {
  if (before === value) return 'as before';
  const change = value / before - 1;
  if (!Number.isFinite(change)) return `before ${numberText(before)}`;
  const percent = `${change > 0 ? '+' : ''}${(change * 100).toFixed(0)} %`;
  return Math.abs(change) > NAMED_CHANGE ? `${percent} (before ${numberText(before)})` : percent;
}

/** Three significant digits. */
function numberText(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
