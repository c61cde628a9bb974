import { percentile } from './load/generate-load.ts';
import { numberText } from './report.ts';

/** The figures of one line: of the other commit and of the working tree, pairwise measured one after the other. */
export interface Compared {
  name: string;
  unit: string;
  old: readonly number[];
  here: readonly number[];
  note?: string;
}

export function medianOf(values: readonly number[]): number {
  return percentile(
    values.toSorted((left, right) => left - right),
    0.5,
  );
}

/**
 * A line with both medians, and the median of how many times the other commit's figure the working tree's is. Each
 * pair is compared by itself, because a machine is slow for minutes and queries differ.
 */
export function comparedLine({ name, unit, old, here, note = '' }: Compared): string {
  const ratio = medianOf(here.map((value, at) => value / (old[at] ?? 0)));
  return [
    name.padEnd(40),
    `${numberText(medianOf(old))} ${unit}`.padStart(16),
    `${numberText(medianOf(here))} ${unit}`.padStart(16),
    (Number.isFinite(ratio) ? `${ratio.toFixed(2)} x` : '–').padStart(8),
    note,
  ]
    .join('  ')
    .trimEnd();
}

export function headLine(names: readonly [old: string, here: string]): string {
  const [old, here] = names;
  return [''.padEnd(40), old.padStart(16), here.padStart(16), 'ratio'.padStart(8)].join('  ');
}
