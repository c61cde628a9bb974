import type { StepMeasured } from '../bench-planning-step.ts';
import { type Counted, countedNothing } from './counted-stores.ts';

/** What a step cost in all shards together. */
export function sumOf(each: readonly StepMeasured[]): Counted {
  const sum = countedNothing();
  for (const { counted } of each) {
    for (const name of Object.keys(sum) as (keyof Counted)[]) sum[name] += counted[name];
  }
  return sum;
}

/** What a step told, of all shards together; of moments the last. */
export function sumOfTold(each: readonly StepMeasured[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const { told } of each) {
    for (const [name, count] of Object.entries(told)) {
      const before = sum[name] ?? 0;
      sum[name] = name.endsWith('Ms') ? Math.max(before, count) : before + count;
    }
  }
  return sum;
}
